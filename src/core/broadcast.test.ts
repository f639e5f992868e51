import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { testArena } from '../../test/arena.ts';
import type { Game } from './game.ts';
import type { Match } from './match.ts';
import type { SeatHolder } from './record.ts';
import type { Update } from './update.ts';

const AFTER = 3;
const MINUTE = 60_000;

/** Everyone hides a number; what is broadcast is all that were hidden. */
const hiding: Game<number[], { hide: number }, Record<string, never>, object> = {
  id: 'hiding',
  title: 'Hiding',
  version: 1,
  seats: { min: 2, max: 2 },
  options: Type.Object({}),
  move: Type.Object({ hide: Type.Integer() }),
  start: () => [],
  status: (hidden) =>
    hidden.length < 10
      ? { kind: 'turn', number: hidden.length, must: [hidden.length % 2] }
      : { kind: 'over', ranks: [1, 1], scores: [0, 0], reason: 'full' },
  check: () => undefined,
  play: (hidden, [{ move }]) => [...hidden, move.hide],
  view: (hidden, viewer) => (viewer === 'replay' ? { hidden } : {}),
  broadcast: {
    after: AFTER,
    view: (hidden, before: { hidden: number[]; looks: number } | undefined) => ({
      hidden,
      looks: (before?.looks ?? 0) + 1,
    }),
  },
};

const seat = (agent: string): SeatHolder => ({ agent, name: agent, kind: 'agent', via: 'test' });

async function begun(openSpectators = false) {
  const { local, clock } = await testArena([hiding], { openSpectators });
  const match = await local.begin({
    game: 'hiding',
    seats: [seat('ann'), seat('bob')],
    terms: { ...local.home('hiding').terms, clock: { each: 100 * MINUTE } },
  });
  const hide = (number: number): Promise<void> => {
    const { status } = match.position;
    const turn = status.kind === 'turn' ? status.number : 0;
    return new Promise((resolve, reject) =>
      match.submit({ seat: turn % 2, move: { hide: number } }, turn, (refused) =>
        refused ? reject(new Error(refused.reason)) : resolve(),
      ),
    );
  };
  return { match, clock, hide };
}

function look(match: Match, viewer: 'spectator' | 'replay' | number = 'spectator'): Update[] {
  const told: Update[] = [];
  match.watch(viewer, (update) => told.push(update));
  return told;
}

const latest = (told: Update[]) => told.at(-1)?.broadcast?.view as { hidden: number[]; looks: number } | undefined;

test('a position is shown to spectators once it is old enough by decisions and by time, never sooner', async () => {
  const { match, clock, hide } = await begun();
  for (let number = 0; number < 4; number++) await hide(number);
  const told = look(match);
  expect(latest(told)).toBeUndefined();
  await clock.pass(MINUTE - 1);
  await hide(4);
  expect(latest(told)).toBeUndefined();
  await clock.pass(1);
  await hide(5);
  expect(latest(told)?.hidden).toEqual([0, 1, 2]);
  await clock.pass(MINUTE);
  await hide(6);
  expect(latest(told)?.hidden).toEqual([0, 1, 2, 3]);
});

test('each position is looked at once, whoever comes when, and newcomers see what the others do', async () => {
  const { match, clock, hide } = await begun();
  const early = look(match);
  for (let number = 0; number < 8; number++) {
    await clock.pass(MINUTE);
    await hide(number);
  }
  const late = look(match);
  expect(latest(late)).toEqual({ hidden: [0, 1, 2, 3, 4], looks: 6 });
  expect(latest(early)).toEqual(latest(late));
  expect(look(match, 'replay')[0]!.broadcast).toEqual(late[0]!.broadcast);
});

test('players are shown nothing, nobody is after the end, and nothing is late where spectators see all', async () => {
  const { match, clock, hide } = await begun();
  const [ann, spectator] = [look(match, 0), look(match)];
  await clock.pass(MINUTE);
  for (let number = 0; number < 10; number++) await hide(number);
  expect(ann.some(({ broadcast }) => broadcast)).toBe(false);
  expect(spectator.at(-2)?.broadcast).toBeDefined();
  expect(spectator.at(-1)?.broadcast).toBeUndefined();

  const open = await begun(true);
  await open.clock.pass(MINUTE);
  for (let number = 0; number < 8; number++) await open.hide(number);
  expect(look(open.match)[0]).not.toHaveProperty('broadcast');
});
