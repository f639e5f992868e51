import type { MatchHandle } from '../../../core/arena.ts';
import type { Seat } from '../../../core/game.ts';
import type { Update } from '../../../core/update.ts';
import { notationOf } from '../notation/index.ts';
import type { Notation } from '../notation/notation.ts';
import { encode, type Problem, refusal, type ServerEvent } from '../protocol.ts';
import type { Hall } from '../rooms/hall.ts';
import { promptOf } from '../rooms/rooms.ts';
import { WAGER, type Wager } from '../settle/wager.ts';
import { COUNTDOWN_SECONDS, GRACE_SECONDS, MAX_MESSAGE_CHARS } from '../terms.ts';
import { legalTexts, submitAnyTurn } from './asking.ts';
import { endEvents } from './end-events.ts';
import {
  configOf,
  isTurnOf,
  isVoteToCome,
  leaving,
  messageFields,
  messageOf,
  secondsLeft,
  turnTimer,
  votingOpen,
} from './events.ts';
import { headToHeadFor, type MatchInfo, participant } from './match-info.ts';
import { illegalReason, isIllegal, outOfTurn, problemOf, tradeProblem } from './refused.ts';
import type { Transcript } from './transcript.ts';
import { wagerEvent } from './wagers.ts';

/** From so many illegal moves in a row on, the legal ones are listed. */
const ILLEGAL_UNTIL_LISTED = 3;

type Answer = (refused: Problem, more?: { legal_moves: string[] }) => void;

/** One seat of one match: what happens in it as events, and what its agent does. */
export class Playing {
  readonly match: MatchHandle;
  readonly seat: Seat;
  readonly #hall: Hall;
  readonly #send: (frame: string) => void;
  readonly #ended: () => void;
  readonly #notation: Notation;
  readonly #names: string[];
  #unwatch: (() => void)[] = [];
  #known: { info: MatchInfo; transcript: Transcript } | undefined;
  /** What came before we knew the two's ratings and what was said. */
  #early: Update[] = [];
  #last: Update | undefined;
  readonly #heard = Promise.withResolvers<void>();
  #shown = false;
  #told = false;
  #timedTurn: number | undefined;
  #timedStep: number | undefined;
  #opponentGone = false;
  #voting = false;
  #illegal = 0;

  constructor(hall: Hall, match: MatchHandle, seat: Seat, send: (frame: string) => void, ended: () => void) {
    this.#hall = hall;
    this.match = match;
    this.seat = seat;
    this.#send = send;
    this.#ended = ended;
    this.#notation = notationOf(match.header.game);
    this.#names = match.header.seats.map(({ name }) => name);
  }

  // ── following ──

  /** The match begins now. */
  begin(): void {
    this.#told = true;
    if (this.match.header.terms.countdown) {
      this.#tell({ event: 'match_countdown', match_id: this.match.id, seconds: COUNTDOWN_SECONDS });
    }
    this.#follow((update) => this.#showStart(update)).catch(this.#hall.fault);
  }

  /** The agent acts in a match under way before it asked how it stands. */
  takeUp(): Promise<void> {
    return this.#follow(() => {});
  }

  /** The agent comes back to a match under way. */
  async resume(): Promise<void> {
    if (this.#unwatch.length === 0) return this.#follow((update) => this.#showState(update));
    if (this.#last?.status.kind !== 'turn') return;
    this.#showState(this.#last);
    this.#timedTurn = undefined;
    this.#tellTurn(this.#last);
  }

  /** The agent has been shown neither the start nor the state of this match. */
  get isUntold(): boolean {
    return !this.#told;
  }

  /** The connection is gone, or the server stops. */
  stop(): void {
    for (const unwatch of this.#unwatch.splice(0)) unwatch();
  }

  async #follow(show: (update: Update) => void): Promise<void> {
    this.#unwatch = [
      this.match.watch(this.seat, (update) => this.#hear(update, show)),
      this.#hall.attendance.join(this.match.id, this.seat, this.#send),
    ];
    const [info, transcript] = await Promise.all([
      this.#hall.info(this.match),
      this.#hall.transcript(this.match),
      this.#heard.promise,
    ]);
    if (this.#unwatch.length === 0) return;
    this.#known = { info, transcript };
    for (const update of this.#early.splice(0)) this.#hear(update, show);
  }

  #hear(update: Update, show: (update: Update) => void): void {
    this.#heard.resolve();
    if (update.status.kind !== 'turn') this.#hall.expired.tell(this.match, this.seat);
    if (!this.#known) {
      if (this.#early.at(-1)?.step === update.step) this.#early.pop();
      this.#early.push(update);
      return;
    }
    const step = this.#last?.step;
    this.#last = update;
    if (!this.#shown) {
      if (!update.begun && update.status.kind === 'turn') return;
      this.#shown = true;
      if (update.status.kind === 'turn') show(update);
      else this.#tellStep(update);
    } else if (update.step !== step) this.#tellStep(update);
    this.#tellPresence(update);
    this.#tellTurn(update);
    if (update.status.kind !== 'turn') this.#finish(update).catch(this.#hall.fault);
  }

  #tellStep(update: Update): void {
    if (!update.left?.seats.includes(this.seat)) this.#tell(leaving(update));
    const said = this.#known!.transcript.at(update);
    if (said && said.seat !== this.seat) {
      this.#tell({ event: 'opponent_message', ...messageFields(update, said, this.#notation) });
    }
    this.#tell(this.#notation.happened?.(update, this.seat, this.#names));
    if (update.note?.topic === WAGER) this.#tell(wagerEvent('wager_accepted', this.match, update.note.data as Wager));
  }

  #tellPresence({ seats, status }: Update): void {
    const opponent = seats[1 - this.seat]!;
    if (status.kind !== 'turn' || this.#opponentGone === !opponent.here) return;
    if (this.#opponentGone) {
      this.#opponentGone = false;
      this.#tell({ event: 'opponent_reconnected', match_id: this.match.id });
    } else if (opponent.told) {
      this.#opponentGone = true;
      this.#tell({ event: 'opponent_disconnected', match_id: this.match.id, grace_seconds: GRACE_SECONDS });
    }
  }

  #tellTurn(update: Update): void {
    const { status, late } = update;
    if (isVoteToCome(update) && !this.#voting) {
      this.#voting = true;
      this.#tell(votingOpen(update));
    }
    if (status.kind !== 'turn' || !status.must.includes(this.seat)) {
      this.#timedTurn = undefined;
      return;
    }
    const again = late.includes(this.seat) && update.step !== this.#timedStep;
    if (this.#timedTurn === status.number && !again) return;
    this.#timedTurn = status.number;
    this.#timedStep = update.step;
    this.#tell(turnTimer(update));
  }

  // ── the fat events ──

  #showStart(update: Update): void {
    const { match, seat } = this;
    const { info } = this.#known!;
    const prompt = this.#prompt();
    this.#tell({
      event: 'match_start',
      match_id: match.id,
      opponent: participant(match, 1 - seat, info, update.seats[1 - seat]!.here),
      prompt_title: prompt.title,
      prompt_body: prompt.body,
      you_go_first: seat === 0,
      config: configOf(match),
      your_elo: info.ratings[seat],
      h2h_summary: headToHeadFor(seat, info.headToHead),
    });
    this.#tellOwnState(update);
    if (update.step > 0) this.#tellStep(update);
  }

  #showState(update: Update): void {
    const { match, seat } = this;
    const { info, transcript } = this.#known!;
    const said = transcript.all;
    const opponentHere = update.seats[1 - seat]!.here;
    const prompt = this.#prompt();
    this.#opponentGone = !opponentHere;
    this.#told = true;
    this.#tell({
      event: 'reconnect_state',
      match_id: match.id,
      status: 'active',
      your_turn: isTurnOf(seat, update),
      turn_timer_remaining: secondsLeft(update),
      total_messages: said.length,
      recent_messages: said.map((each) => messageOf(match, each)),
      opponent: participant(match, 1 - seat, info, opponentHere),
      spectator_count: update.watching,
      match_duration_seconds: this.#hall.secondsPlayed(match, this.#hall.clock.now()),
      room: match.header.game,
      prompt_title: prompt.title,
      prompt_body: prompt.body,
      you_go_first: seat === 0,
      config: configOf(match),
      ...this.#notation.board(update.view),
    });
    this.#tellOwnState(update);
    this.#tell(this.#notation.pending?.(update, this.#names));
  }

  #tellOwnState(update: Update): void {
    this.#tell(this.#notation.ownState?.(update, this.seat));
  }

  #prompt() {
    return promptOf(this.#hall.rooms.of(this.match.header.game)!, this.match.header);
  }

  async #finish(update: Update): Promise<void> {
    const { info, transcript } = this.#known!;
    const result = await this.#hall.result(this.match);
    const { wager } = transcript;
    const ending = { update, result: result!, wager, rating: info.ratings[this.seat]! };
    for (const event of endEvents(this.match, this.seat, ending)) this.#tell(event);
    this.#hall.wagers.end(this.match);
    this.stop();
    this.#ended();
  }

  // ── acting ──

  say(content: string, answer: Answer): void {
    const { match, seat } = this;
    if (this.#notation.isResignation(content.trim())) return this.leave('', answer);
    const most = configOf(match).max_message_chars ?? MAX_MESSAGE_CHARS;
    if (content.length > most && [...content].length > most) {
      return answer(refusal('MESSAGE_TOO_LONG', `A message has at most ${most} characters.`));
    }
    const turn = this.#turn();
    if (turn === undefined) return answer(refusal('NOT_YOUR_TURN', 'It is not your turn.'));
    const text = this.#notation.read(content);
    match.submit({ seat, text }, turn, (refused) => {
      if (!refused) this.#illegal = 0;
      else if (!isIllegal(refused)) answer(outOfTurn(refused));
      else this.#refuseMove(illegalReason(refused, text, match.header.terms), answer).catch(this.#hall.fault);
    });
  }

  leave(words: string, answer: Answer): void {
    const { match, seat } = this;
    if ([...words].length > MAX_MESSAGE_CHARS) {
      return answer(refusal('MESSAGE_TOO_LONG', `A parting shot has at most ${MAX_MESSAGE_CHARS} characters.`));
    }
    match.forfeit([seat], 'left', words === '' ? undefined : words, (refused) => {
      if (refused) answer(problemOf(refused));
    });
  }

  /** Offers, answers to offers: they leave the turn as it is, and are good whichever turn it has become. */
  trade(move: unknown, answer: Answer): void {
    if (!this.#notation.ownState) return answer(refusal('VALIDATION_FAILED', 'Nothing is traded in this match.'));
    const { match, seat } = this;
    submitAnyTurn(match, { seat, move }, this.#last ?? this.#early.at(-1)).then((refused) => {
      if (refused) answer(tradeProblem(refused));
    }, this.#hall.fault);
  }

  /** The number of the turn, if it is this seat's. */
  #turn(): number | undefined {
    const { status, begun } = this.#last ?? this.#early.at(-1) ?? {};
    return begun && status?.kind === 'turn' && status.must.includes(this.seat) ? status.number : undefined;
  }

  async #refuseMove(reason: string, answer: Answer): Promise<void> {
    const legal = ++this.#illegal >= ILLEGAL_UNTIL_LISTED ? await legalTexts(this.match, this.seat) : [];
    if (legal.length === 0) return answer(refusal('VALIDATION_FAILED', reason));
    answer(refusal('VALIDATION_FAILED', `${reason} Legal moves: ${legal.join(', ')}`), { legal_moves: legal });
  }

  #tell(event: ServerEvent | undefined): void {
    if (event) this.#send(encode(event));
  }
}
