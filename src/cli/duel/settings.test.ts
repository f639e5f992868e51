import { expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { readSettings } from './settings.ts';

const BOTS = ['house:hard', 'house:easy'];
const duel = (...args: string[]) => readSettings('duel', args, 'duel A B');

test('without flags a duel is 200 games in pairs, ten seconds a move, from the book, on every core', async () => {
  const { plan, hypotheses, stopEarly, json, records } = await duel(...BOTS, '--game', 'c4');
  expect(plan).toMatchObject({
    game: 'c4',
    clock: { kind: 'each', ms: 10_000 },
    schedule: { kind: 'duel', players: 2, seats: 2, games: 200 },
    terms: { clock: { each: 10_000 }, illegal: 1, late: 'forfeit', rated: false },
    records: false,
  });
  expect(plan.openings).toHaveLength(100);
  expect(plan.lanes).toBeGreaterThan(0);
  expect([hypotheses, stopEarly, json, records]).toEqual([undefined, false, false, undefined]);
});

test('flags are read in full', async () => {
  const { plan, hypotheses, expectations } = await duel(
    ...['uci:engine[Skill Level=3]', 'python3 bot.py', '--game', 'chess', '--games', '10', '--concurrency', '3'],
    ...['--clock', '5s+0.1', '--seed', 'x', '--sprt', 'elo1=10,alpha=0.1', '--expect', 'elo > 0', '--openings', 'none'],
  );
  expect(plan).toMatchObject({ clock: { kind: 'bank' }, seed: 'x', lanes: 3, openings: [], schedule: { games: 10 } });
  expect(hypotheses).toEqual({ elo0: 0, elo1: 10, alpha: 0.1, beta: 0.05 });
  expect(expectations).toHaveLength(1);
});

test('the same seed gives the same plan, none a new one', async () => {
  const args = [...BOTS, '--game', 'c4'];
  const seeded = () => duel(...args, '--seed', '1');
  expect((await seeded()).plan).toEqual((await seeded()).plan);
  expect((await duel(...args)).plan.seed).not.toBe((await duel(...args)).plan.seed);
});

test('a test that ends by itself has games enough', async () => {
  expect((await duel(...BOTS, '--game', 'c4', '--sprt', 'elo1=5')).plan.schedule.games).toBe(100_000);
});

test('one who plays itself has two names', async () => {
  const { plan } = await duel('house:easy', 'house:easy', '--game', 'c4');
  expect(plan.players.map(({ name }) => name)).toEqual(['house:easy #1', 'house:easy #2']);
});

test('a game is played with its home’s options, size and fallbacks unless it is told otherwise', async () => {
  const { plan } = await duel('house:Builder', 'house:Trader', '--game', 'clawpoly', '--options', '{"turnLimit":30}');
  expect(plan).toMatchObject({
    options: { turnLimit: 30 },
    schedule: { seats: 4 },
    terms: { late: 'fallback', strikes: { out: 5 } },
  });
  expect((await duel('house:easy', 'house:hard', '--game', 'go', '--options', '{"size":13}')).plan.options).toEqual({
    size: 13,
  });
});

test('agents in an arena begin at the beginning', async () => {
  expect((await duel('arena:node agent.js', 'house:easy', '--game', 'c4')).plan.openings).toEqual([]);
});

test.each([
  [['house:hard', '--game', 'c4'], /usage: crossplay duel A B/],
  [BOTS, /--game must be one of .*c4/],
  [[...BOTS, '--game', 'toString'], /--game must be one of/],
  [['house:hard', 'house:genius', '--game', 'c4'], /no bot "genius" for c4, but easy, medium, hard/],
  [['./no-such-bot.ts', 'house:easy', '--game', 'c4'], /no file/],
  [['', 'house:easy', '--game', 'c4'], /player is missing/],
  [['uci:stockfish', 'house:easy', '--game', 'c4'], /plays chess, not c4/],
  [['gtp:gnugo', 'house:easy', '--game', 'c4'], /plays go, not c4/],
  [[...BOTS, '--game', 'c4', '--clock', 'soon'], /--clock is "soon"/],
  [[...BOTS, '--game', 'c4', '--games', '0'], /--games is "0"/],
  [[...BOTS, '--game', 'c4', '--games', ' '], /--games is " "/],
  [[...BOTS, '--game', 'c4', '--seats', '3'], /--seats is "3"/],
  [[...BOTS, '--game', 'c4', '--concurrency', '1.5'], /--concurrency/],
  [[...BOTS, '--game', 'c4', '--sprt', 'elo0=5,elo1=0'], /elo0 below elo1/],
  [[...BOTS, '--game', 'c4', '--sprt', 'elo=5'], /--sprt is "elo=5"/],
  [[...BOTS, '--game', 'c4', '--sprt', 'alpha=0.9'], /between 0 and 0.5/],
  [[...BOTS, '--game', 'c4', '--expect', 'better'], /--expect is "better"/],
  [[...BOTS, '--game', 'c4', '--expect', 'bogus > 1'], /--expect is "bogus > 1", .*: game, games, score, elo,/],
  [[...BOTS, '--game', 'c4', '--expect', 'elo > much'], /--expect is "elo > much"/],
  [[...BOTS, '--game', 'c4', '--expect', 'forfeits.c.crash = 0'], /--expect/],
  [[...BOTS, '--game', 'c4', '--expect', 'sprt.verdict = H1'], /--expect/],
  [[...BOTS, '--game', 'c4', '--openings', 'none.pgn'], /cannot read none\.pgn/],
  [[...BOTS, '--game', 'go', '--options', '{"size":8}'], /--options does not fit go/],
  [[...BOTS, '--game', 'go', '--options', '{size:9}'], /--options is no JSON/],
  [[...BOTS, '--game', 'c4', '--frobnicate'], /--frobnicate/],
  [['arena:node a.js', 'house:easy', '--game', 'c4', '--clock', '5s+1'], /so long for each move/],
  [['arena:node a.js', 'house:easy', '--game', 'c4', '--openings', 'a.pgn'], /begin at the beginning/],
])('%j is refused with a sentence', async (args, sentence) => {
  await expect(duel(...args)).rejects.toThrow(ConfigError);
  await expect(duel(...args)).rejects.toThrow(sentence);
});

test('any figure may be expected that the result will have', async () => {
  const expected = ['pentanomial.2 > 1', 'msPerMove.a.p99 < 5', 'sprt.verdict = H1', 'game = c4'];
  const flags = expected.flatMap((text) => ['--expect', text]);
  const { expectations } = await duel(...BOTS, '--game', 'c4', '--sprt', 'elo1=5', ...flags);
  expect(expectations.map(({ text }) => text)).toEqual(expected);
  const ranked = (...args: string[]) => readSettings('round-robin', [...BOTS, 'house:medium', ...args], '');
  const fits = ['--game', 'c4', '--expect', 'players.2.score.wins > 3', '--expect', 'crosstable.0.1.draws = 0'];
  expect((await ranked(...fits)).expectations).toHaveLength(2);
  await expect(ranked('--game', 'c4', '--expect', 'elo > 0')).rejects.toThrow(/: game, games, players, crosstable/);
  expect((await ranked('--game', 'resource-rush', '--expect', 'players.0.elo > 0')).expectations).toHaveLength(1);
});

test('the SPRT and an early end are for two players', async () => {
  await expect(readSettings('gauntlet', [...BOTS, '--game', 'c4', '--stop-early'], '')).rejects.toThrow(/for two/);
});
