import type { Arena } from '../../core/arena.ts';
import type { Seat, Viewer, Why } from '../../core/game.ts';
import type { Update } from '../../core/update.ts';
import { secondsPlayed } from '../durations.ts';
import { finalScores } from '../final-scores.ts';
import { notationOf } from './notation/index.ts';
import type { Action, Named, Notation, Scene, Subject } from './notation/notation.ts';
import { encode } from './protocol.ts';

/** Why a match ended that the rules of its game did not end. */
const FORFEITS: { [why in Why]: string } = {
  late: 'timeout',
  away: 'disconnect',
  illegal: 'illegal_move',
  left: 'resignation',
  resigned: 'resignation',
  removed: 'removed',
};

const DEEDS: { [why in Why]: string } = {
  late: 'Timed out',
  away: 'Disconnected',
  illegal: 'Made an illegal move',
  left: 'Resigned',
  resigned: 'Resigned',
  removed: 'Was removed',
};

/** Where only the clock decides about the absent, not to return after the server was down is to be late. */
const reasonOf = ({ header }: Subject, why: Why): string =>
  why === 'away' && header.terms.away.forfeit === undefined ? FORFEITS.late : FORFEITS[why];

/** A game that is no more: its matches are told by what their ends say. */
const UNKNOWN = { sealed: false, scored: true };

interface Encoded {
  state?: string;
  turn?: string;
  skill?: string | null;
  over?: string;
}

/** Agents of every match by seat. Names of guests and bots may repeat; here every name is told apart, as scores go by name. */
const named = new WeakMap<Subject, readonly Named[]>();

export function playersOf(match: Subject): readonly Named[] {
  let players = named.get(match);
  if (!players) {
    const taken = new Set<string>();
    players = match.header.seats.map(({ agent, name }) => {
      let agentName = name;
      for (let n = 2; taken.has(agentName); n++) agentName = `${name} #${n}`;
      taken.add(agentName);
      return { agentId: agent, agentName };
    });
    named.set(match, players);
  }
  return players;
}

/** The frames of a match's updates. There is one update per viewer and step, so every spectator gets the same bytes. */
export class Frames {
  readonly #arena: Pick<Arena, 'game'>;
  readonly #timeScale: number;
  readonly #encoded = new WeakMap<Update, Encoded>();
  readonly #thinking = new WeakMap<Subject, readonly string[]>();

  /** @param timeScale real seconds per second of the protocol */
  constructor(arena: Pick<Arena, 'game'>, timeScale: number) {
    this.#arena = arena;
    this.#timeScale = timeScale;
  }

  matched = (match: Subject): string => encode({ type: 'matched', gameId: match.id, gameType: match.header.game });

  state(match: Subject, viewer: Viewer, update: Update): string {
    const kept = this.#kept(update);
    kept.state ??= stateFrame(this.#scene(match, viewer, update));
    return kept.state;
  }

  /** @param decided a decision was made, not just something left or added */
  turn(match: Subject, viewer: Viewer, update: Update, decided: boolean): string {
    const kept = this.#kept(update);
    kept.turn ??= turnFrame(this.#scene(match, viewer, update), decided);
    return kept.turn;
  }

  skill(match: Subject, viewer: Viewer, update: Update): string | null {
    if (!notationOf(match.header.game).skill) return null;
    const kept = this.#kept(update);
    kept.skill ??= skillFrame(this.#scene(match, viewer, update));
    return kept.skill;
  }

  over(match: Subject, viewer: Viewer, update: Update): string {
    const kept = this.#kept(update);
    kept.over ??= overFrame(this.#scene(match, viewer, update), this.#timeScale);
    return kept.over;
  }

  thinking(match: Subject, seat: Seat): string {
    let texts = this.#thinking.get(match);
    if (!texts) {
      texts = playersOf(match).map((player) => encode({ type: 'thinking', ...player, thinking: false }));
      this.#thinking.set(match, texts);
    }
    return texts[seat]!;
  }

  yourTurn(match: Subject, viewer: Viewer, update: Update): string {
    const scene = this.#scene(match, viewer, update);
    return encode({ type: 'your_turn', gameId: match.id, round: notationOf(match.header.game).round(scene) });
  }

  #scene(match: Subject, viewer: Viewer, update: Update): Scene {
    return {
      match,
      viewer,
      view: update.view,
      status: update.status,
      update,
      players: playersOf(match),
      game: this.#arena.game(match.header.game) ?? UNKNOWN,
    };
  }

  #kept(update: Update): Encoded {
    let kept = this.#encoded.get(update);
    if (!kept) this.#encoded.set(update, (kept = {}));
    return kept;
  }
}

const notationFor = (scene: Scene): Notation<unknown> => notationOf(scene.match.header.game);

function scoresOf(scene: Scene): number[] {
  const { status, game } = scene;
  return status.kind === 'over' ? finalScores(status, game) : notationFor(scene).scores(scene);
}

function stateFrame(scene: Scene): string {
  const { match, players, status, update } = scene;
  const notation = notationFor(scene);
  const scores = scoresOf(scene);
  const extra = notation.extra(scene);
  return encode({
    type: 'game_state',
    gameId: match.id,
    gameType: match.header.game,
    status: status.kind === 'turn' ? 'active' : 'completed',
    round: notation.round(scene),
    maxRounds: notation.maxRounds(scene),
    players: players.map((player, seat) => ({
      ...player,
      score: scores[seat] ?? 0,
      thinking: update.begun && !update.paused && update.waiting.includes(seat),
    })),
    grid: notation.grid?.(scene) ?? null,
    extra,
    spectatorCount: update.watching,
    ...(update.startsIn !== undefined && { startsIn: Math.ceil(update.startsIn / 1000) }),
    ...(notation.publicState && 'publicState' in extra && { publicState: extra.publicState as object }),
  });
}

function turnFrame(scene: Scene, decided: boolean): string {
  const { players, status, update } = scene;
  const notation = notationFor(scene);
  const round = status.kind === 'turn' && decided ? notation.made(scene) : notation.round(scene);
  const played = wasPlayed(scene, notation, decided) ? notation.actions(scene) : [];
  const others = missed(scene).filter(({ seat }) => !played.some((action) => action.seat === seat));
  const words = others.map(({ seat, action }) => `${players[seat]!.agentName}: ${action}.`).join(' ');
  const scores = scoresOf(scene);
  return encode({
    type: 'turn_update',
    round,
    moves: [...played, ...others]
      .sort((a, b) => a.seat - b.seat)
      .map(({ seat, action }) => ({ ...players[seat]!, action })),
    roundSummary:
      played.length || update.moved.length
        ? notation.summary(scene, round)
        : `Round ${round}: ${words || 'ended by the server.'}`,
    scores: Object.fromEntries(players.map(({ agentName }, seat) => [agentName, scores[seat] ?? 0])),
  });
}

/** Whether this step played moves; a forfeit does so only where the others' moves were in and the game goes on. */
function wasPlayed({ update, status }: Scene, notation: Notation<unknown>, decided: boolean): boolean {
  if (update.moved.length || update.late.length) return true;
  return update.left !== undefined && notation.playsOn === true && (decided || status.kind !== 'turn');
}

/** Those who did not move in this step, and what became of them. */
function missed({ update }: Scene): Action[] {
  const { left, late } = update;
  const gone = left ? left.seats.map((seat) => ({ seat, action: DEEDS[left.why] })) : [];
  return [...gone, ...late.filter((seat) => seat >= 0).map((seat) => ({ seat, action: 'Ran out of time' }))];
}

function skillFrame(scene: Scene): string | null {
  const notation = notationFor(scene);
  const use = notation.skill?.(scene);
  if (!use) return null;
  const { seat, skill, ...rest } = use;
  return encode({
    type: 'skill_effect',
    skill,
    ...scene.players[seat]!,
    ...rest,
    grid: notation.grid?.(scene) ?? null,
    extra: notation.extra(scene),
  });
}

function overFrame(scene: Scene, timeScale: number): string {
  const { match, players, status, update } = scene;
  const scores = scoresOf(scene);
  const ranks = status.kind === 'over' ? status.ranks : players.map(() => 1);
  const reason =
    status.kind === 'void' ? 'error' : status.kind === 'over' && status.forfeit && reasonOf(match, status.forfeit.why);
  return encode({
    type: 'game_over',
    rankings: players
      .map((player, seat) => ({ ...player, finalScore: scores[seat] ?? 0, rank: ranks[seat]! }))
      .sort((a, b) => a.rank - b.rank),
    ...(isDraw(scene) && { draw: true }),
    totalRounds: notationFor(scene).made(scene),
    duration: secondsPlayed(match.header, update.at, timeScale),
    ...(reason && { reason }),
  });
}

/** Nobody is first alone. */
const isDraw = ({ status }: Scene): boolean =>
  status.kind === 'over' && status.ranks.filter((rank) => rank === 1).length > 1;
