import { expect, test, vi } from 'vitest';
import { league } from '../league.ts';
import { listen } from './endpoint.ts';
import { startPlayer } from './player.ts';
import { startReferee } from './referee.ts';
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
  [['open', 'x', '4'], '"4" is one word too many'],
  [['player', 'random'], '"random" is one word too many'],
  [['dance', '--colour', 'red'], "Unknown option '--colour'"],
])('10.1 crossplay league %j is one clear line', async (args, line) => {
  await expect(league(args)).rejects.toThrow(line);
});

test('a player or referee that cannot register leaves its port', async () => {
  const { url, close } = await listen({}, () => undefined);
  await close();
  const args = ['--port', new URL(url).port, '--url', 'http://127.0.0.1:1'];
  for (const role of ['player', 'referee', 'player']) {
    await expect(league([role, ...args])).rejects.toThrow('nobody answers');
  }
});

test.each([
  ['player', (server: string) => startPlayer({ server, name: 'Last', strategy: strategies.random!() })],
  ['referee', (server: string) => startReferee({ server, name: 'Last' })],
] as const)('a %s leaves when the league is over, having said that it heard so', async (_, start) => {
  const league = await listen({}, () => ({ status: 'ACCEPTED' }));
  const { url, over, close } = await start(league.url);
  const left = over.then(close);
  const body = JSON.stringify({ jsonrpc: '2.0', params: { message_type: 'LEAGUE_COMPLETED' }, id: 1 });
  const answer = await fetch(url, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ result: { status: 'received' }, id: 1 });
  await left;
  await league.close();
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
