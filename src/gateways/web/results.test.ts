import { expect, test } from 'vitest';
import { holders } from './fixture.ts';
import { siteOverHttp } from './fixture-http.ts';

async function played(games: [string, string][]) {
  const { arena, clock, ask } = await siteOverHttp();
  const play = async (names: [string, string]) => {
    const seats = names.map((name) => ({ ...holders[0]!, agent: name, name }));
    const match = await arena.begin({ game: 'ttt', options: {}, seats });
    match.forfeit([1], 'left');
    await clock.pass(1);
  };
  for (const names of games) await play(names);
  const lines = async (query = '') => {
    await clock.pass(1000);
    const { body } = await ask('GET', `results?${query}`);
    const told = body.lines.map(
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
      ({ players, games: count, won }: any) =>
        `${players.map(({ name }: { name: string }) => name).join('–')} ${count} ${won.join('–')}`,
    );
    return { told, next: body.next };
  };
  return { lines, play, ask };
}

test('matches of one pair are one line over all pages, whatever was played between', async () => {
  const others = ['c', 'd', 'e', 'f', 'g', 'h'].map((name): [string, string] => [name, `${name}2`]);
  const games = others.flatMap((pair): [string, string][] => [['a', 'b'], pair, ['b', 'a'], ['a', 'b']]);
  const { lines, play } = await played(games);
  const first = await lines('limit=3');
  expect(first.told).toEqual(['a–b 18 12–6', 'h–h2 1 1–0', 'g–g2 1 1–0']);
  await play(['a', 'b']);
  await play(['new', 'pair']);
  const second = await lines(`limit=3&after=${first.next}`);
  expect(second.told).toEqual(['f–f2 1 1–0', 'e–e2 1 1–0', 'd–d2 1 1–0']);
  const third = await lines(`limit=3&after=${second.next}`);
  expect(third).toEqual({ told: ['c–c2 1 1–0'], next: null });
  expect((await lines('limit=3')).told[1]).toBe('a–b 19 13–6');
  expect((await lines('player=c')).told).toEqual(['c–c2 1 1–0']);
});

test('a chunk that is full goes on with another', async () => {
  const games = Array.from({ length: 610 }, (): [string, string] => ['a', 'b']);
  const { lines, ask } = await played([['c', 'd'], ...games]);
  const first = await lines();
  expect(first.told).toEqual(['a–b 600 600–0']);
  const second = await lines(`after=${first.next}`);
  expect(second).toEqual({ told: ['a–b 10 10–0', 'c–d 1 1–0'], next: null });
  expect((await ask('GET', 'results?after=nonsense')).status).toBe(400);
});
