import type { LocalArena as Arena } from '../../core/local-arena.ts';
import type { Match } from '../../core/match.ts';
import { Follower } from './follower.ts';
import type { Frames } from './frames.ts';
import { ERRORS, encode } from './protocol.ts';

export const VIA = 'loa';

export interface Agent {
  id: string;
  name: string;
}

type Send = (frame: string) => void;

/** The seat that an agent took through this gateway; -1 if it has none. */
export const seatOf = (match: Match, agent: string): number =>
  match.record.seats.findIndex((seat) => seat.agent === agent && seat.via === VIA);

/**
 * One agent with all its connections: each of them gets every frame of its queue and its match. The agent is here while
 * one connection is left.
 */
export class AgentLine {
  readonly agent: Agent;
  readonly #arena: Arena;
  readonly #frames: Frames;
  readonly #connections = new Set<Send>();
  #queued: { game: string; table: string } | undefined;
  #following: Follower | undefined;

  constructor(agent: Agent, arena: Arena, frames: Frames) {
    this.agent = agent;
    this.#arena = arena;
    this.#frames = frames;
  }

  get isEmpty(): boolean {
    return this.#connections.size === 0;
  }

  get following(): Follower | undefined {
    return this.#following;
  }

  /** A new connection is put into the match that is under way. */
  add(send: Send): void {
    this.#connections.add(send);
    if (this.#following) return this.#following.tellAgain(send);
    this.#takeUp();
  }

  /** Goes on with a match in which this agent has a seat. */
  #takeUp(): void {
    if (this.isEmpty || this.#following) return;
    const open = this.#arena.unfinished(this.agent.id).filter(({ outcome }) => !outcome);
    const match = open.find((one) => seatOf(one, this.agent.id) >= 0);
    if (match) this.follow(match);
  }

  remove(send: Send): void {
    this.#connections.delete(send);
    if (!this.isEmpty) return;
    if (this.#queued) this.#arena.lobby.stand(this.#queued.table, this.agent.id);
    this.#queued = undefined;
    this.#following?.stop();
    this.#following = undefined;
  }

  /** @returns why not, or nothing */
  join(gameType: string, reply: Send, begun: (match: Match) => void): string | undefined {
    if (this.#following) return ERRORS.alreadyInGame;
    if (this.#queued) return void reply(this.#status(this.#queued));
    const game = this.#arena.game(gameType);
    if (!game) return ERRORS.unknownGameType;
    const seated = this.#arena.lobby.queue(game.id, {
      agent: this.agent.id,
      name: this.agent.name,
      kind: 'agent',
      via: VIA,
      begin: begun,
      dismiss: (reason) => this.#dismiss(reason),
    });
    if ('refused' in seated) return ERRORS.stopping;
    this.#queued = { game: game.id, table: seated.table.id };
    if (seated.table.status === 'open') this.#send(this.#status(this.#queued));
    return undefined;
  }

  /** A match that was arranged for this agent begins. If it plays another, this one follows it. */
  beCalled(match: Match): void {
    if (this.#following) return;
    if (this.#queued) this.#arena.lobby.stand(this.#queued.table, this.agent.id);
    this.begin(match);
  }

  begin(match: Match): void {
    this.#send(this.#frames.matched(match));
    this.follow(match);
  }

  follow(match: Match): void {
    this.#queued = undefined;
    this.#following = new Follower({
      match,
      viewer: seatOf(match, this.agent.id),
      frames: this.#frames,
      send: (frame) => this.#send(frame),
      ended: () => {
        this.#following = undefined;
        // A match that was arranged meanwhile comes next.
        queueMicrotask(() => this.#takeUp());
      },
    });
    if (match.outcome) this.#following = undefined;
  }

  stop(): void {
    this.#following?.stop();
  }

  #dismiss(reason: string): void {
    this.#queued = undefined;
    if (reason !== 'stopping') this.#send(encode({ type: 'error', message: ERRORS.couldNotBegin }));
  }

  #status({ game }: { game: string }): string {
    const place = this.#arena.lobby.waiting(game).findIndex(({ agent }) => agent === this.agent.id);
    return encode({ type: 'queue_status', status: 'queued', position: Math.max(place, 0) + 1, gameType: game });
  }

  #send(frame: string): void {
    for (const send of [...this.#connections]) send(frame);
  }
}

/** The agents that are connected now. */
export class AgentLines {
  readonly #arena: Arena;
  readonly #frames: Frames;
  readonly #lines = new Map<string, AgentLine>();

  constructor(arena: Arena, frames: Frames) {
    this.#arena = arena;
    this.#frames = frames;
  }

  connect(agent: Agent, send: Send): AgentLine {
    let line = this.#lines.get(agent.id);
    if (!line) this.#lines.set(agent.id, (line = new AgentLine(agent, this.#arena, this.#frames)));
    line.add(send);
    return line;
  }

  disconnect(line: AgentLine, send: Send): void {
    line.remove(send);
    if (line.isEmpty) this.#lines.delete(line.agent.id);
  }

  join(line: AgentLine, gameType: string, reply: Send): string | undefined {
    // Whoever comes back while the match is being made is on a line of its own.
    return line.join(gameType, reply, (match) => this.#lines.get(line.agent.id)?.begin(match));
  }

  isConnected(agent: string): boolean {
    return this.#lines.has(agent);
  }

  call(agent: string, match: Match): void {
    this.#lines.get(agent)?.beCalled(match);
  }

  stop(): void {
    for (const line of this.#lines.values()) line.stop();
  }
}
