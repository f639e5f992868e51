import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../src/cli/config.ts';
import { type AnyGame, AUDIENCE, type Seat, type SeatMove, type Viewer } from '../src/core/game.ts';
import { stepRandom } from '../src/core/random.ts';
import type { Position } from '../src/core/record.ts';
import { Step } from '../src/core/step.ts';
import type { GameManifest } from '../src/games/shared/manifest.ts';
import { rulesOf as peopleRulesOf } from '../src/gateways/game-pages.ts';
import { findHomes } from '../src/homes.ts';
import type { GameFolder } from './golden.ts';
import { type Choose, chooseAtRandom, seedOf } from './play.ts';
import { type Contender, randomMatch, spread } from './random-matches.ts';

const BOTS = 3;
const CONFIG = readConfig([], {});

/**
 * What a game still needs before it can be offered, a sentence each.
 * @param hides whether it keeps anything from anybody; only asked where there are bots to find it out
 */
export async function lacksOf(
  manifest: GameManifest,
  { records, page, rules: forPeople, secrets }: Pick<GameFolder, 'records' | 'page' | 'rules' | 'secrets'>,
  hides: () => boolean,
): Promise<string[]> {
  const { id, title } = manifest;
  const lacks: string[] = [];
  const lack = (sentence: string) => void lacks.push(`${id} ${sentence}`);
  const rules = await manifest.rules();
  if (rules.id !== id || rules.title !== title) {
    lack(`is "${id}", ${title} in its manifest, and "${rules.id}", ${rules.title} in its rules.`);
  }
  if (!/^\S.*\.$/.test(manifest.about ?? '')) lack('has no line about it that ends with a full stop.');
  const homeless = faultOf(() => findHomes([rules], [manifest], CONFIG));
  if (homeless) lacks.push(homeless);
  const bots = (await loaded(() => manifest.bots())) ?? [];
  if (bots.length !== BOTS) lack(`has ${bots.length} bots: it needs ${BOTS}, the weakest first.`);
  const words = await loaded(() => manifest.words());
  if (!words?.told || !words.summary) lack('has no words: words.ts with told() and summary().');
  if (!(await loaded(() => manifest.board()))?.default) lack('has no board: board.svelte, from the view alone.');
  for (const version of [rules.version, ...Object.keys(manifest.older ?? {}).map(Number)]) {
    if (!records.some(({ record }) => record.game === id && record.version === version)) {
      lack(`has no golden record of version ${version}: npx node test/make-golden.ts ${id} SEED.`);
    }
  }
  if (!page.startsWith(`# ${title}\n`) && !page.includes(`\`${id}\``)) {
    lack(`has no page: README.md headed "# ${title}", or naming \`${id}\`.`);
  }
  if (!peopleRulesOf({ title }, [forPeople])) lack(`has no rules for people: RULES.md headed "# ${title}".`);
  if (bots.length && hides() && !secrets) {
    lack(
      'hides something and does not say what: rules.secrets.ts, with pairs of states that a viewer cannot tell apart.',
    );
  }
  return lacks;
}

function faultOf(deed: () => unknown): string | undefined {
  try {
    deed();
  } catch (error) {
    return (error as Error).message;
  }
}

/** Nothing where the part is missing, whatever the types say. */
export const loaded = async <T>(load: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await load();
  } catch {
    return undefined;
  }
};

const SEALED_TURNS = 5;

/** Whether a game keeps anything from anybody, as far as a random match shows. */
export function hidesAnything({ game, bots }: Contender): boolean {
  const { turns, seats } = randomMatch({ game, bots }, game.seats.min, 'hides');
  const sealed = spread(turns, SEALED_TURNS);
  return (
    turns.some((position) => viewsDiffer(game, position, seats)) ||
    sealed.some((position) => keepsSealed(game, position, chooseAtRandom(bots)))
  );
}

/** Whether some viewer sees something else than the replay shows. */
export function viewsDiffer(game: AnyGame, { state }: Position, seats: number): boolean {
  const viewers: Viewer[] = [...Array(seats).keys(), 'spectator'];
  const all = game.view(state, 'replay');
  return viewers.some((viewer) => !isDeepStrictEqual(game.view(state, viewer), all));
}

const TRIES = 2;

/**
 * Whether something that was handed in under seal is in the state and in no spectator's view once it was played. Moves
 * that are still held are in no state at all.
 */
export function keepsSealed(game: AnyGame, { state, status: turn, step }: Position, choose: Choose): boolean {
  if (turn.kind !== 'turn' || !turn.sealed) return false;
  const after = (name: string) => {
    const random = stepRandom(seedOf(name), step);
    const moves = turn.must.map((seat): SeatMove => {
      return { seat, move: choose({ game, state, view: game.view(state, seat), turn, seat, random }) };
    });
    return game.play(state, moves as [SeatMove, ...SeatMove[]], stepRandom(seedOf('chance'), step));
  };
  const first = after('first');
  return Array.from({ length: TRIES }, (_, i) => after(`other ${i}`)).some(
    (other) =>
      !isDeepStrictEqual(other, first) &&
      isDeepStrictEqual(game.view(other, 'spectator'), game.view(first, 'spectator')),
  );
}

/** All that a viewer is told of a state: whose turn it is, the view, and the moves that are listed. */
export function toldOf(game: AnyGame, state: unknown, viewer: Viewer): unknown {
  const position = { ...NOTHING_HAPPENED, state, status: game.status(state) };
  const told = { game, record: { id: game.id, at: 0 }, first: 0, spectatorsSee: 'spectator' } as const;
  return new Step(told, position).past(viewer, true);
}

const NOTHING_HAPPENED = { step: 0, held: [], strikes: [], opened: [], played: [], paused: false, pace: 0 };

/** Whether somebody who sees a move played learns more from it than from his view of what it did. */
export function openTellsMore(
  game: AnyGame,
  { state, status: turn, step }: Position,
  seats: number,
  choose: Choose,
): boolean {
  if (!game.open || turn.kind !== 'turn') return false;
  const moveOf = (seat: Seat, name: string): SeatMove => {
    const random = stepRandom(seedOf(`${name} ${seat}`), step);
    return { seat, move: choose({ game, state, view: game.view(state, seat), turn, seat, random }) };
  };
  const deciding = turn.must.filter((seat) => seat !== AUDIENCE);
  return deciding.some((mover) => {
    const after = (name: string) => {
      const moves = (turn.sealed ? deciding : [mover]).map((seat) => moveOf(seat, seat === mover ? name : 'first'));
      return game.play(state, moves as [SeatMove, ...SeatMove[]], stepRandom(seedOf('chance'), step));
    };
    const first = after('first');
    const viewers: Viewer[] = [...Array(seats).keys(), 'spectator'].filter((viewer) => viewer !== mover) as Viewer[];
    return Array.from({ length: TRIES }, (_, i) => after(`other ${i}`)).some(
      (other) =>
        !isDeepStrictEqual(other, first) &&
        viewers.some((viewer) => isDeepStrictEqual(game.view(other, viewer), game.view(first, viewer))),
    );
  });
}
