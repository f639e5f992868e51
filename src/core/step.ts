import { type AnyGame, AUDIENCE, type Seat, type SeatMove, type Viewer } from './game.ts';
import { PerViewer } from './per-viewer.ts';
import { advance, begin, CONDUCT, type Entry, type MatchRecord, type Position, waitingFor } from './record.ts';
import type { Posted } from './storage.ts';
import type { Leaving, LegalMove, PlayedMove, Update } from './update.ts';

/** What all steps of a match have in common. */
export interface Told {
  game: AnyGame;
  record: Pick<MatchRecord, 'id' | 'at'>;
  /** The number of the first turn. */
  first: number;
  /** What live spectators see: what every seat sees, or all of it where the host trusts its audience. */
  spectatorsSee: 'spectator' | 'replay';
}

/** What the record does not know of a step: who is here, and the clock. */
export interface Presence {
  readonly clock: Update['clock'];
  here(seat: Seat): boolean;
  told(seat: Seat): boolean;
  readonly watching: number;
  readonly begun: boolean;
  readonly startsIn: number | undefined;
  readonly pacing: boolean;
  readonly effects: Posted[] | undefined;
}

const PAST: Presence = {
  clock: null,
  here: () => true,
  told: () => false,
  watching: 0,
  begun: true,
  startsIn: undefined,
  pacing: false,
  effects: undefined,
};

type Shared = Omit<Update, 'view' | 'played' | 'legal' | 'earlier' | 'broadcast'>;
type Facts = Pick<Update, 'moved' | 'late' | 'waiting' | 'decisions'> &
  Partial<Pick<Update, 'left' | 'note' | 'ended'>>;

const NOBODY: Seat[] = [];

/**
 * One step of a match, and the one place where updates are made: live, from history, and in the browser's replay. Each
 * part is computed when somebody first asks for it, once for all who may know it.
 */
export class Step {
  readonly position: Position;
  readonly #told: Told;
  readonly #entry: Entry | undefined;
  readonly #before: Position | undefined;
  readonly #views = new PerViewer<unknown>();
  #facts: Facts | undefined;
  #played: PlayedMove[] | undefined;
  #legal: LegalMove[][] | undefined;

  /** @param entry what led here from the position before; absent at the beginning */
  constructor(told: Told, position: Position, entry?: Entry, before?: Position) {
    this.#told = told;
    this.position = position;
    this.#entry = entry;
    this.#before = before;
  }

  /** The step that an entry makes of this one. */
  next(position: Position, entry: Entry): Step {
    return new Step(this.#told, position, entry, this.position);
  }

  follows(step: Step): boolean {
    return this.#before === step.position;
  }

  /** The same step, declared to have ended otherwise. */
  endedAs(status: Position['status']): Step {
    return new Step(this.#told, { ...this.position, status }, this.#entry, this.#before);
  }

  /** As it is told by the record alone. Made for whoever asks and not kept: all the steps of a match may be asked for. */
  past(viewer: Viewer, legal = false): Update {
    const view = this.#told.game.view(this.position.state, this.#eyes(viewer));
    return this.#written(viewer, view, this.shared(PAST), legal);
  }

  get at(): number {
    return this.#entry?.at ?? this.#told.record.at;
  }

  update(viewer: Viewer, shared: Shared, legal = false, broadcast?: Update['broadcast']): Update {
    return this.#written(viewer, this.#view(viewer), shared, legal, broadcast);
  }

  #written(viewer: Viewer, view: unknown, shared: Shared, legal: boolean, broadcast?: Update['broadcast']): Update {
    const update: Update = { ...shared, view };
    if (broadcast) update.broadcast = broadcast;
    const played = this.#playedFor(viewer);
    if (played) update.played = played;
    const moves = legal ? this.#legalFor(viewer) : undefined;
    if (moves) update.legal = moves;
    return Object.freeze(update);
  }

  /** What every viewer is told alike. On the path of a move, so it is one literal with few branches. */
  shared(presence: Presence): Shared {
    const { position } = this;
    const { moved, late, waiting, decisions, left, note, ended } = (this.#facts ??= this.#read());
    const shared: Shared = {
      match: this.#told.record.id,
      step: position.step,
      at: this.at,
      status: position.status,
      moved,
      late,
      waiting,
      first: this.#told.first,
      decisions,
      clock: presence.clock,
      seats: position.strikes.map((strikes, seat) => ({
        here: presence.here(seat),
        told: presence.told(seat),
        strikes,
      })),
      watching: presence.watching,
      begun: presence.begun,
      paused: position.paused,
      pace: position.pace,
    };
    if (left) shared.left = left;
    if (note) shared.note = note;
    if (ended) shared.ended = ended;
    if (presence.startsIn !== undefined) shared.startsIn = presence.startsIn;
    if (presence.pacing) shared.pacing = true;
    if (presence.effects) shared.effects = presence.effects;
    return shared;
  }

  /** The listed moves of a seat. */
  legal(seat: Seat): LegalMove[] {
    const { game } = this.#told;
    const { state } = this.position;
    this.#legal ??= [];
    return (this.#legal[seat + 1] ??= (game.moves?.(state, seat) ?? []).map((move) => ({
      seat,
      move,
      text: printed(game, state, move),
    })));
  }

  #view(viewer: Viewer): unknown {
    return this.#views.get(viewer, () => this.#told.game.view(this.position.state, this.#eyes(viewer)));
  }

  #eyes(viewer: Viewer): Viewer {
    return viewer === 'spectator' ? this.#told.spectatorsSee : viewer;
  }

  #read(): Facts {
    const { status, held } = this.position;
    const entry = this.#entry;
    const facts: Facts = {
      moved: entry?.kind === 'move' ? entry.moves.map((move) => move.seat) : NOBODY,
      late: entry?.kind === 'late' ? entry.seats : NOBODY,
      waiting: status.kind === 'turn' ? waitingFor(status, held) : NOBODY,
      decisions: this.#decisions(),
    };
    if (entry?.kind === 'forfeit') facts.left = leavingOf(entry);
    else if (entry?.kind === 'note') facts.note = { topic: entry.topic, data: entry.data };
    else if (entry?.kind === 'end') facts.ended = { reason: entry.reason, source: entry.source };
    return facts;
  }

  #decisions(): number {
    const { status, played } = this.position;
    if (status.kind === 'turn') return status.number - this.#told.first;
    const last = this.#before?.status;
    if (last?.kind !== 'turn') return 0;
    const decided = played.some(({ seat }) => seat !== AUDIENCE && last.must.includes(seat));
    return last.number - this.#told.first + (decided ? 1 : 0);
  }

  #playedFor(viewer: Viewer): PlayedMove[] | undefined {
    const entry = this.#entry;
    if (viewer === 'replay') {
      const made = entry?.kind === 'move' || entry?.kind === 'late' ? entry.moves : NONE;
      return made.length > 0 ? this.#printed(made) : undefined;
    }
    const { played } = this.position;
    if (played.length === 0) return undefined;
    const { game } = this.#told;
    this.#played ??= this.#printed(played.some(isOfAudience) ? played.filter((move) => !isOfAudience(move)) : played);
    const open = game.open || this.#eyes(viewer) === 'replay';
    const known = open ? this.#played : this.#played.filter(({ seat }) => seat === viewer);
    return known.length > 0 ? known : undefined;
  }

  #printed(moves: SeatMove[]): PlayedMove[] {
    const { game } = this.#told;
    const state = this.#before?.state;
    return moves.map(({ seat, move, late }) => {
      const text = printed(game, state, move);
      return late ? { seat, move, text, late } : { seat, move, text };
    });
  }

  #legalFor(viewer: Viewer): LegalMove[] | undefined {
    const { status, held } = this.position;
    const { game } = this.#told;
    if (!game.moves || status.kind !== 'turn' || viewer === 'replay') return undefined;
    const own = viewer === 'spectator' ? AUDIENCE : viewer;
    const waiting = waitingFor(status, held);
    const seats = game.open ? waiting : waiting.filter((seat) => seat === own);
    const beside = !seats.includes(own) && !isHeld(held, own) && mayMove(status, own);
    const lists = (beside ? [...seats, own] : seats).map((seat) => this.legal(seat));
    return lists.length === 1 ? lists[0] : lists.flat();
  }
}

const NONE: SeatMove[] = [];

const isOfAudience = ({ seat }: SeatMove): boolean => seat === AUDIENCE;

const isHeld = (held: SeatMove[], seat: Seat): boolean => held.some((move) => move.seat === seat);

const mayMove = ({ may, asks }: Extract<Position['status'], { kind: 'turn' }>, seat: Seat): boolean =>
  may?.includes(seat) === true || asks?.some((ask) => ask.seat === seat) === true;

const printed = (game: AnyGame, state: unknown, move: unknown): string =>
  game.text ? game.text.print(state, move) : JSON.stringify(move);

const leavingOf = ({ seats, why, words }: Leaving): Leaving =>
  words === undefined ? { seats, why } : { seats, why, words };

/** What happened beside the rules before a step; undefined: nothing. Conduct is told by `paused` and `pace`. */
export function earlierThan(step: number, entries: Entry[]): Update['earlier'] {
  let earlier: NonNullable<Update['earlier']> | undefined;
  for (let i = 0; i < step - 1; i++) {
    const entry = entries[i]!;
    if (entry.kind === 'forfeit') (earlier ??= { left: [], notes: [] }).left.push(leavingOf(entry));
    else if (entry.kind === 'note' && !isConduct(entry.topic)) {
      (earlier ??= { left: [], notes: [] }).notes.push({ topic: entry.topic, data: entry.data });
    }
  }
  return earlier;
}

const isConduct = (topic: string): boolean => (CONDUCT as readonly string[]).includes(topic);

/** Of the open turn; 0 once the match is over. */
export const turnNumber = ({ status }: Position): number => (status.kind === 'turn' ? status.number : 0);

export type SpectatorsSee = Told['spectatorsSee'];

/** Every step of a record, the beginning first. Throws where the record does not fit the rules. */
export function* steps(game: AnyGame, record: MatchRecord, spectatorsSee: SpectatorsSee): Generator<Step> {
  const position = begin(game, record);
  let step = new Step({ game, record, first: turnNumber(position), spectatorsSee }, position);
  yield step;
  for (const entry of record.entries) {
    step = step.next(advance(game, record, step.position, entry), entry);
    yield step;
  }
}

export function lastStep(game: AnyGame, record: MatchRecord, spectatorsSee: SpectatorsSee): Step {
  let last: Step | undefined;
  for (const step of steps(game, record, spectatorsSee)) last = step;
  return last!;
}
