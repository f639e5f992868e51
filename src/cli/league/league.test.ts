import { expect, test, vi } from 'vitest';
import { league } from '../league.ts';
import { strategies } from './strategies.ts';

test('10.1 the demo plays a whole league and prints the table after every round', async () => {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => void printed.push(String(text)));
  try {
    await league(['demo', '--players', '3']);
  } finally {
    log.mockRestore();
  }
  const text = printed.join('\n');
  for (const round of [1, 2, 3]) expect(text).toContain(`after round ${round}`);
  expect(text).toMatch(/wins the league of 3 matches with \d points\./);
});

test.each([
  [[], 'usage: crossplay league open'],
  [['open'], 'usage: crossplay league open ID'],
  [['open', 'x', '--players', '1'], '--players is "1"'],
  [['open', 'x', '--url', 'nowhere'], '--url is "nowhere"'],
  [['player', '--strategy', 'psychic'], 'no strategy "psychic"'],
  [['open', 'x', '--url', 'http://127.0.0.1:1'], 'nobody answers at http://127.0.0.1:1'],
  [['dance', '--colour', 'red'], "Unknown option '--colour'"],
])('10.1 crossplay league %j is one clear line', async (args, line) => {
  await expect(league(args)).rejects.toThrow(line);
});

test('the counting player bets on what came more often, the alternating one takes turns', () => {
  const counting = strategies.frequency!();
  counting.learn('odd');
  expect(counting.choose()).toBe('odd');
  counting.learn('even');
  counting.learn('even');
  expect(counting.choose()).toBe('even');
  const alternating = strategies.alternating!();
  expect([1, 2, 3].map(() => alternating.choose())).toEqual(['even', 'odd', 'even']);
});
