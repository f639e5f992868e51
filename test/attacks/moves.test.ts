import { describe, expect, it } from 'vitest';
import { begin, submit } from '../../src/core/fixture.ts';
import type { AnyGame } from '../../src/core/game.ts';
import { positions, replay } from '../../src/core/record.ts';
import { readMove } from '../../src/core/submission.ts';
import { verify } from '../../src/core/verify.ts';
import { loadGames } from '../../src/games/load.ts';
import { manifests } from '../../src/games/manifests.ts';
import { resourceRush } from '../../src/games/resource-rush/rules.ts';
import { ticTacToe } from '../../src/games/tic-tac-toe/rules.ts';
import { goldenRecords } from '../golden.ts';

const MARKER = 'UNKNOWN-FIELD';
const { games, oldGames } = await loadGames(manifests);
const rulesOf = (id: string, version: number): AnyGame | undefined =>
  [...games, ...oldGames].find((game) => game.id === id && game.version === version);

/** The same with a field that no game knows in every object; what is inside `memory` is the agent's own. */
function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, name === 'memory' ? inner : marked(inner)]);
  return { ...Object.fromEntries(fields), [MARKER]: { deep: [MARKER] } };
}

describe.each(goldenRecords().map((golden) => [`${golden.folder}/${golden.file}`, golden.record] as const))(
  'an unknown field of a move: %s',
  (_, record) => {
    const game = rulesOf(record.game, record.version)!;

    it('is dropped before the move is judged or stored, and nothing else is', () => {
      const before = [...positions(game, record)];
      for (const [step, entry] of record.entries.entries()) {
        if (entry.kind !== 'move') continue;
        for (const { seat, move } of entry.moves) {
          const { state } = before[step]!;
          const plain = readMove(game, state, { seat, move });
          expect(readMove(game, state, { seat, move: marked(move) })).toEqual(plain);
          expect(plain.move).toEqual(game.kept ? game.kept(move as never) : move);
        }
      }
    });

    it('in an old record plays no part in its replay, and the verifier takes it', async () => {
      const entries = record.entries.map((entry) =>
        entry.kind === 'move'
          ? { ...entry, moves: entry.moves.map((one) => ({ ...one, move: marked(one.move) })) }
          : entry,
      );
      const { signature: _, ...old } = { ...record, entries };
      expect(JSON.stringify(replay(game, old))).not.toContain(MARKER);
      const found = async (one: unknown) => {
        const checks = await verify(one, { rules: rulesOf, keys: 'none at hand' });
        return checks.filter(({ name }) => ['shape', 'rules', 'result'].includes(name));
      };
      expect(await found(old)).toEqual(await found(record));
      expect((await found(old))[1]).toMatchObject({ name: 'rules', verdict: 'held' });
    });
  },
);

describe('a move that is too large', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

  it.each([
    ['in bytes', { action: 'wait', memory: { m: 'x'.repeat(12_000) } }],
    ['in values', { action: 'wait', memory: { m: Array(5000).fill(0) } }],
    ['in levels', { action: 'wait', memory: nested(120) }],
  ])('%s is malformed', async (_name, move) => {
    const { match } = await begin(resourceRush);
    expect(await submit(match, 0, move)).toMatchObject({ code: 'malformed' });
  });

  it('as text is malformed before it is read', async () => {
    const { match } = await begin(ticTacToe);
    const said = new Promise((done) => match.submit({ seat: 0, text: `4${' '.repeat(5000)}` }, 0, done));
    expect(await said).toMatchObject({ code: 'malformed' });
  });
});

it('a memory is kept as text, in the record and in the state, and shown as what it stands for', async () => {
  const { match, seen } = await begin(resourceRush);
  const memory = { visited: [[1, 2]], plan: { next: 'gold' } };
  expect(await submit(match, 0, { action: 'wait', memory, [MARKER]: 1 })).toBeUndefined();
  expect(await submit(match, 1, { action: 'wait' })).toBeUndefined();
  expect(match.record.entries[0]).toMatchObject({
    moves: [{ move: { action: 'wait', memory: JSON.stringify(memory) } }],
  });
  expect(seen[0]!.at(-1)!.view).toMatchObject({ memory });
});
