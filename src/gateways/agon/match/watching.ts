import type { MatchHandle } from '../../../core/arena.ts';
import { AUDIENCE } from '../../../core/game.ts';
import type { Update } from '../../../core/update.ts';
import { notationOf } from '../notation/index.ts';
import type { Notation } from '../notation/notation.ts';
import { encode, type MatchOpponent, type Problem, refusal, type ServerEvent } from '../protocol.ts';
import type { Hall } from '../rooms/hall.ts';
import { GRACE_SECONDS } from '../terms.ts';
import { isVote, leaving, messageFields, messageOf, votingOpen } from './events.ts';
import { type MatchInfo, participant } from './match-info.ts';
import type { Transcript } from './transcript.ts';

/** Every spectator of a step gets the same bytes. */
const stepFrames = new WeakMap<Update, string[]>();

/** One match as one of its spectators follows it. */
export class Watching {
  readonly match: MatchHandle;
  readonly #hall: Hall;
  readonly #send: (frame: string) => void;
  readonly #ended: () => void;
  readonly #notation: Notation;
  #unwatch: (() => void)[] = [];
  #known: { info: MatchInfo; transcript: Transcript } | undefined;
  #early: Update[] = [];
  #step: number | undefined;
  #voting = false;
  readonly #gone: boolean[];

  constructor(hall: Hall, match: MatchHandle, send: (frame: string) => void, ended: () => void) {
    this.#hall = hall;
    this.match = match;
    this.#send = send;
    this.#ended = ended;
    this.#notation = notationOf(match.header.game);
    this.#gone = match.header.seats.map(() => false);
  }

  async start(): Promise<void> {
    this.#unwatch = [
      this.match.watch('spectator', (update) => this.#hear(update)),
      this.#hall.attendance.join(this.match.id, 'spectator', this.#send),
    ];
    const [info, transcript] = await Promise.all([this.#hall.info(this.match), this.#hall.transcript(this.match)]);
    if (this.#unwatch.length === 0) return;
    this.#known = { info, transcript };
    for (const update of this.#early.splice(0)) this.#hear(update);
  }

  stop(): void {
    for (const unwatch of this.#unwatch.splice(0)) unwatch();
  }

  vote(voter: string, participantId: string, answer: (refused: Problem) => void): void {
    const vote = this.match.header.seats.findIndex(({ agent }) => agent === participantId);
    if (vote < 0) return answer(refusal('VALIDATION_FAILED', 'No participant of this match has that id.'));
    this.match.submit({ seat: AUDIENCE, by: voter, move: { vote } }, 0, (refused) => {
      if (!refused) return;
      const reason = refused.code === 'not-your-turn' ? 'No vote is open.' : refused.reason;
      answer(refusal('VALIDATION_FAILED', reason));
    });
  }

  #hear(update: Update): void {
    if (!this.#known) {
      this.#early.push(update);
      return;
    }
    if (this.#step === undefined) this.#showMatch(update);
    else if (update.step !== this.#step) for (const frame of this.#framesOf(update)) this.#send(frame);
    this.#step = update.step;
    this.#tellPresence(update);
    if (isVote(update) && !this.#voting) {
      this.#voting = true;
      this.#tell({ ...votingOpen(update), participants: this.#participants(update) });
    }
    if (update.status.kind !== 'turn') {
      this.stop();
      this.#finish().catch(this.#hall.fault);
    }
  }

  async #finish(): Promise<void> {
    const result = await this.#hall.result(this.match);
    this.#tell({ event: 'match_end', match_id: this.match.id, result });
    this.#ended();
  }

  #showMatch(update: Update): void {
    const { match } = this;
    this.#tell({
      event: 'watching',
      match_id: match.id,
      room: match.header.game,
      participants: this.#participants(update),
      recent_messages: this.#known!.transcript.all.map((said) => messageOf(match, said)),
      ...this.#notation.board(update.view),
    });
    const pending = this.#notation.pending?.(update, this.#names);
    if (pending) this.#tell(pending);
  }

  #framesOf(update: Update): string[] {
    const known = stepFrames.get(update);
    if (known) return known;
    const events: (ServerEvent | undefined)[] = [];
    const left = leaving(update);
    if (left) events.push({ ...left, ...this.#named(update.left!.seats[0]!) });
    const said = this.#known!.transcript.at(update);
    if (said) {
      const fields = messageFields(update, said, this.#notation);
      events.push({ event: 'match_message', ...fields, ...this.#named(said.seat) });
    }
    events.push(this.#notation.happened?.(update, 'spectator', this.#names));
    const frames = events.filter((event) => event !== undefined).map(encode);
    stepFrames.set(update, frames);
    return frames;
  }

  #tellPresence({ seats, status }: Update): void {
    if (status.kind !== 'turn') return;
    for (const [seat, { here, told }] of seats.entries()) {
      if (this.#gone[seat] === !here || (!here && !told)) continue;
      this.#gone[seat] = !here;
      this.#tell({
        event: here ? 'opponent_reconnected' : 'opponent_disconnected',
        match_id: this.match.id,
        ...(!here && { grace_seconds: GRACE_SECONDS }),
        ...this.#named(seat),
      });
    }
  }

  get #names(): string[] {
    return this.match.header.seats.map(({ name }) => name);
  }

  #named(seat: number) {
    const { agent, name } = this.match.header.seats[seat]!;
    return { participant_id: agent, participant_name: name };
  }

  #participants({ seats }: Update): MatchOpponent[] {
    return seats.map(({ here }, seat) => participant(this.match, seat, this.#known!.info, here));
  }

  #tell(event: ServerEvent): void {
    this.#send(encode(event));
  }
}
