import type { Arena, MatchHandle, MatchHeader, Sitter } from '../../core/arena.ts';
import { Follower } from './follower.ts';
import type { Frames } from './frames.ts';
import { ERRORS, encode } from './protocol.ts';

export const VIA = 'loa';

export interface Agent {
  id: string;
  name: string;
}

type Send = (frame: string) => void;

/** A lobby hears within seconds that a match began: by then no more are over. */
const MOST_TOLD = 8;

/** Without a table while the lobby looks for one. */
interface Waiting {
  game: string;
  table?: string;
  /** For a match that was arranged for it, outside the queue. */
  kept?: true;
  begun(match: MatchHandle): void;
}

/** Why an agent may not wait for a match. */
export interface Unjoined {
  message: string;
  gameId?: string;
}

/** The seat that an agent took through this gateway; -1 if it has none. */
export const seatOf = ({ header }: Pick<MatchHandle, 'header'>, agent: string): number =>
  header.seats.findIndex((seat) => seat.agent === agent && seat.via === VIA);

export interface LineParts {
  arena: Arena;
  frames: Frames;
  fault(error: unknown): void;
}

/**
 * One agent with all its connections: each of them gets every frame of its queue and its match. The agent is here while
 * one connection is left.
 */
export class AgentLine {
  readonly agent: Agent;
  readonly #arena: Arena;
  readonly #frames: Frames;
  readonly #fault: (error: unknown) => void;
  readonly #connections = new Set<Send>();
  #queued: Waiting | undefined;
  #following: Follower | undefined;
  /** The matches that this agent was told of last: nodes may tell of one late, or twice. */
  #told: MatchHeader[] = [];

  constructor(agent: Agent, { arena, frames, fault }: LineParts) {
    this.agent = agent;
    this.#arena = arena;
    this.#frames = frames;
    this.#fault = fault;
  }

  get isEmpty(): boolean {
    return this.#connections.size === 0;
  }

  get following(): Follower | undefined {
    return this.#following;
  }

  /** A new connection is put into the match that is under way. */
  async add(send: Send): Promise<void> {
    this.#connections.add(send);
    if (this.#following) return this.#following.tellAgain(send);
    await this.#takeUp();
  }

  /** Goes on with a match in which this agent has a seat. */
  async #takeUp(): Promise<void> {
    if (this.isEmpty || this.#following) return;
    const found = ownIn(await this.#arena.seatsOf(this.agent.id));
    if (found && !this.isEmpty && !this.#following) this.follow(found.match);
    else if (!this.isEmpty && !this.#following) await this.#arena.callers.arrive(this.agent.id);
  }

  /** Whoever was to tell of a match that began may be gone. */
  async lookAgain(): Promise<void> {
    if (this.#following) return;
    const found = ownIn(await this.#arena.seatsOf(this.agent.id));
    if (found && !this.isEmpty) this.beCalled(found.match);
  }

  remove(send: Send): void {
    this.#connections.delete(send);
    if (!this.isEmpty) return;
    this.#standUp();
    this.#following?.stop();
    this.#following = undefined;
  }

  /** @returns why not, or nothing */
  async join(gameType: string, reply: Send, begun: (match: MatchHandle) => void): Promise<Unjoined | undefined> {
    const [playing] = await this.#arena.seatsOf(this.agent.id);
    if (playing) {
      // It began for a connection that this one took the place of, at a node that could not tell.
      await this.#takeUp();
      return { message: ERRORS.alreadyInGame, gameId: playing.match.id };
    }
    // Whoever has gone meanwhile waits for nothing.
    if (this.isEmpty) return undefined;
    if (this.#following) return { message: ERRORS.alreadyInGame, gameId: this.#following.match.id };
    if (this.#queued) return void reply(await this.#status(this.#queued.game));
    const game = this.#arena.game(gameType);
    if (!game) return { message: ERRORS.unknownGameType };
    const waiting: Waiting = { game: game.id, begun };
    this.#queued = waiting;
    if (await this.#arena.callers.arrive(this.agent.id, game.id)) {
      waiting.kept = true;
      if (this.#queued === waiting) this.#send(await this.#status(game.id));
      return undefined;
    }
    return this.#queued === waiting ? this.#queue(waiting) : undefined;
  }

  /** No match that was arranged waits for this agent any more: it is queued like others. */
  release(game: string): void {
    const waiting = this.#queued;
    if (!waiting?.kept || waiting.game !== game) return;
    delete waiting.kept;
    this.#queue(waiting).then(
      (refused) => refused !== undefined && this.#send(encode({ type: 'error', ...refused })),
      this.#fault,
    );
  }

  async #queue(waiting: Waiting): Promise<Unjoined | undefined> {
    const { game, begun } = waiting;
    const giveUp = () => {
      if (this.#queued === waiting) this.#queued = undefined;
    };
    const { id, name } = this.agent;
    const sitter: Sitter = {
      ...{ agent: id, name, kind: 'agent', via: VIA },
      single: { after: this.#told.flatMap(({ table }) => table ?? []) },
      begin: begun,
      dismiss: (reason) => this.#dismiss(reason),
    };
    const seated = await this.#arena.lobby.queue(game, sitter).catch((error) => {
      giveUp();
      throw error;
    });
    if ('refused' in seated) {
      giveUp();
      return { message: seated.refused === 'busy' ? ERRORS.tooManyGames : ERRORS.stopping };
    }
    waiting.table = seated.table.id;
    if (this.#queued !== waiting) this.#arena.lobby.stand(waiting.table, this.agent.id);
    else if (seated.table.status === 'open') this.#send(await this.#status(game));
    return undefined;
  }

  /** Whoever is still being seated stands up once that is done. */
  #standUp(): void {
    const table = this.#queued?.table;
    this.#queued = undefined;
    if (table !== undefined) this.#arena.lobby.stand(table, this.agent.id);
  }

  /** One that begins while another is under way is taken up after it. */
  begin(match: MatchHandle): void {
    if (this.#told.some(({ id }) => id === match.id) || this.#following) return;
    this.#send(this.#frames.matched(match));
    this.follow(match);
  }

  /** A match in which this agent has a seat begins, queued for or arranged. If it plays another, this one follows it. */
  beCalled(match: MatchHandle): void {
    if (this.#following) return;
    if (match.header.table !== this.#queued?.table) this.#standUp();
    this.begin(match);
  }

  follow(match: MatchHandle): void {
    this.#queued = undefined;
    this.#told = [...this.#told, match.header].slice(-MOST_TOLD);
    const follower = new Follower({
      match,
      viewer: seatOf(match, this.agent.id),
      frames: this.#frames,
      send: (frame) => this.#send(frame),
      ended: () => {
        this.#following = undefined;
        // A match that was arranged meanwhile comes next.
        queueMicrotask(() => void this.#takeUp().catch(this.#fault));
      },
    });
    if (!follower.hasEnded) this.#following = follower;
  }

  /** Something that no frame of a match says. */
  tell(message: string): void {
    this.#send(encode({ type: 'error', message }));
  }

  stop(): void {
    this.#following?.stop();
  }

  #dismiss(reason: string): void {
    this.#queued = undefined;
    if (reason !== 'stopping') this.#send(encode({ type: 'error', message: ERRORS.couldNotBegin }));
  }

  async #status(game: string): Promise<string> {
    const waiting = await this.#arena.lobby.waiting(game);
    const place = waiting.findIndex(({ agent }) => agent === this.agent.id);
    return encode({ type: 'queue_status', status: 'queued', position: Math.max(place, 0) + 1, gameType: game });
  }

  #send(frame: string): void {
    for (const send of [...this.#connections]) send(frame);
  }
}

const ownIn = (seats: Awaited<ReturnType<Arena['seatsOf']>>) =>
  seats.find(({ match, seat }) => match.header.seats[seat]!.via === VIA);

/** The agents that are connected now. */
export class AgentLines {
  readonly #parts: LineParts;
  readonly #lines = new Map<string, AgentLine>();
  readonly #unwatch: () => void;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#unwatch = parts.arena.watch((event, match) => {
      if (event === 'begun') this.#begun(match);
    });
  }

  /** The line; a match that is under way was taken up once `ready` is. */
  connect(agent: Agent, send: Send): { line: AgentLine; ready: Promise<void> } {
    let line = this.#lines.get(agent.id);
    if (!line) this.#lines.set(agent.id, (line = new AgentLine(agent, this.#parts)));
    return { line, ready: line.add(send) };
  }

  disconnect(line: AgentLine, send: Send): void {
    line.remove(send);
    if (line.isEmpty) this.#lines.delete(line.agent.id);
  }

  join(line: AgentLine, gameType: string, reply: Send): Promise<Unjoined | undefined> {
    // Whoever comes back while the match is being made is on a line of its own.
    return line.join(gameType, reply, (match) => this.#lines.get(line.agent.id)?.begin(match));
  }

  /** Whoever has a seat in it is told here, whichever connection it was queued by. */
  #begun(match: MatchHandle): void {
    for (const { agent, via } of match.header.seats) if (via === VIA) this.#lines.get(agent)?.beCalled(match);
  }

  lookAgain(): void {
    for (const line of this.#lines.values()) line.lookAgain().catch(this.#parts.fault);
  }

  isConnected(agent: string): boolean {
    return this.#lines.has(agent);
  }

  call(agent: string, match: MatchHandle): void {
    this.#lines.get(agent)?.beCalled(match);
  }

  release(agent: string, game: string): void {
    this.#lines.get(agent)?.release(game);
  }

  tell(agent: string, message: string): void {
    this.#lines.get(agent)?.tell(message);
  }

  stop(): void {
    this.#unwatch();
    for (const line of this.#lines.values()) line.stop();
  }
}
