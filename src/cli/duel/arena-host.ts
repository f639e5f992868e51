import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { MatchHandle, Sitter } from '../../core/arena.ts';
import type { ExportedRecord } from '../../core/record.ts';
import type { Playable } from '../../duel/catalogue.ts';
import { type Host, runLane, type Task } from '../../duel/lane.ts';
import type { Plan } from '../../duel/plan.ts';
import type { Played } from '../../duel/play-match.ts';
import { AgentProcess } from '../../duel/players/agent-process.ts';
import type { Children } from '../../duel/players/children.ts';
import type { Player } from '../../duel/players/player.ts';
import { Pool } from '../../duel/players/pool.ts';
import type { StartLane } from '../../duel/run.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { readConfig } from '../config.ts';
import { ArenaHall } from './arena-hall.ts';
import { adopt, decisionTimes, failuresOf, missedBy, neverCame } from './arena-result.ts';
import { sitterFor } from './arena-seat.ts';

/** How long one may be gone before it has left. */
const AWAY_MS = 3000;
/** Never full, so that it never begins to play by itself. */
const LEAGUE_SIZE = 256;
const ACCOUNTS_IN_A_LEAGUE = 200;

/** A lane whose matches are held in an arena of its own, for agents that come by a wire. */
export const arenaLane =
  (plan: Plan, game: Playable, children: Children): StartLane =>
  (lane, tell) => {
    const opened = PrivateArena.open(plan, game, children);
    const host: Host = {
      play: async (task) => (await opened).play(task),
      close: async () => (await opened).close(),
    };
    return { done: runLane(plan, game.rules, lane, host, (result) => tell([result])), stop: () => host.close() };
  };

/** `agent` is an account until it is known who came with it. */
type Seated = { agent: string; process: AgentProcess } | { agent: string; player: Player };

/** A server on a port of its own with its data in a folder that goes with it. It holds one match at a time. */
class PrivateArena {
  readonly #plan: Plan;
  readonly #children: Children;
  readonly #pool: Pool;
  readonly #folder = mkdtempSync(join(tmpdir(), 'crossplay-duel-'));
  #accounts = 0;
  #league: string | undefined;
  #server!: RunningServer;
  #seed = '';

  private constructor(plan: Plan, { bots }: Playable, children: Children) {
    this.#plan = plan;
    this.#children = children;
    this.#pool = new Pool(plan.players, bots, children);
  }

  static async open(plan: Plan, game: Playable, children: Children): Promise<PrivateArena> {
    const arena = new PrivateArena(plan, game, children);
    const config = readConfig([], { PORT: '0', CROSSPLAY_SSH_PORT: '0', CROSSPLAY_DATA: arena.#folder });
    const terms = { ...plan.terms, away: { pause: 0, tell: 0, forfeit: AWAY_MS, restart: 0 } };
    arena.#server = await startServer(config, pino({ level: 'silent' }), {
      serves: (protocol) => protocol !== 'web',
      home: (id, home) =>
        id === plan.game ? { ...home, terms, options: plan.options, size: plan.schedule.seats } : home,
      newSeed: () => arena.#seed,
    });
    return arena;
  }

  async close(): Promise<void> {
    this.#children.endAll();
    await this.#pool.close();
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async play(task: Task): Promise<Played> {
    const { record, seating } = task;
    this.#seed = record.seed;
    const hall = new ArenaHall(this.#server.arena, record.game);
    const times: number[][] = seating.map(() => []);
    const seated: Seated[] = [];
    try {
      for (const seat of seating.keys()) {
        const one = await this.#seat(task, seat, hall, times[seat]!);
        seated.push(one);
        if (!('process' in one)) continue;
        const others = seated.slice(0, seat).map(({ agent }) => agent);
        const found = await hall.newcomer(others, one.process, one.agent);
        if ('missing' in found) return neverCame(task, seat, found.missing, one.process.lastWords);
        if ('via' in found) await hall.sit(this.#called(one.agent, task.record.seats[seat]!.name, found.via));
        else {
          one.agent = found.agent;
          await hall.gather(found.agent);
        }
      }
      const agents = seated.map(({ agent }) => agent);
      const processes = seated.map((one) => ('process' in one ? one.process : undefined));
      const begun = await hall.match(agents, processes);
      if ('missing' in begun) return neverCame(task, begun.seat, begun.missing, processes[begun.seat]!.lastWords);
      return await this.#follow(task, begun, hall, seated, times);
    } finally {
      await hall.close();
      await Promise.all(seated.map((one) => 'process' in one && one.process.close()));
    }
  }

  /** Agents come by themselves, one after the other; the others are set down. */
  async #seat(task: Task, seat: number, hall: ArenaHall, times: number[]): Promise<Seated> {
    const player = task.seating[seat]!;
    const spec = this.#plan.players[player]!;
    if (spec.kind === 'arena') {
      const { agentId, apiKey } = await this.#account(`player-${player + 1}-${seat + 1}`);
      const { game } = task.record;
      const where = { ARENA: this.#server.url, KEY: apiKey, GAME: game, ...(await this.#places(game)) };
      return { agent: agentId, process: new AgentProcess(spec.command, { ...process.env, ...where }, this.#children) };
    }
    const one = { agent: `duel-${player + 1}-${seat + 1}`, player: this.#pool.at(seat, task.seating) };
    const { name } = task.record.seats[seat]!;
    const { clock } = this.#plan;
    await hall.sit(sitterFor(one.agent, { player: one.player, name, seed: task.seeds[seat]!, clock, times }));
    return one;
  }

  async #follow(task: Task, match: MatchHandle, hall: ArenaHall, seated: Seated[], times: number[][]): Promise<Played> {
    for (const [seat, one] of seated.entries()) {
      if (!('process' in one)) continue;
      void one.process.ended.then((how) => hall.isOver(match) || match.forfeit([seat], 'left', how));
    }
    await hall.over(match);
    const held = (await this.#server.arena.record(match.id)) as ExportedRecord;
    adopt(task.record, held);
    const failures = failuresOf(held).map((failure) => {
      const one = seated[failure.seat]!;
      const lastWords = 'process' in one ? one.process.lastWords : one.player.lastWords();
      if ('player' in one) one.player.drop();
      return { ...failure, lastWords };
    });
    const all = seated.map((one, seat) => ('process' in one ? decisionTimes(held, seat) : times[seat]!));
    return { outcome: held.outcome, failures, times: all, missed: missedBy(held) };
  }

  /** A new one for each game: a league takes an account once. */
  #account(name: string): Promise<{ agentId: string; apiKey: string }> {
    return this.#post('/api/v1/agents', { name: `${name}-${++this.#accounts}` }) as Promise<never>;
  }

  /** Where an agent waits that is called to its matches: a room in Clawpoly, a league elsewhere. */
  async #places(game: string): Promise<{ ROOM?: string; LEAGUE?: string }> {
    if (game === 'clawpoly') {
      const { id } = await this.#post('/api/v1/rooms', { maxPlayers: this.#plan.schedule.seats, gameSpeed: 'instant' });
      return { ROOM: String(id) };
    }
    if (this.#plan.schedule.seats !== 2) return {};
    const league = `duel-${Math.floor(this.#accounts / ACCOUNTS_IN_A_LEAGUE) + 1}`;
    if (league !== this.#league) {
      await this.#post('/api/v1/leagues', { league_id: league, players: LEAGUE_SIZE, game_type: game });
    }
    this.#league = league;
    return { LEAGUE: league };
  }

  #called(agent: string, name: string, via: string): Sitter {
    const { callers } = this.#server.arena;
    const begin: Sitter['begin'] = (match, seat) => callers.seat(via, agent, match, seat);
    return { agent, name, kind: 'agent', via, begin, dismiss() {} };
  }

  async #post(path: string, body: object): Promise<{ [field: string]: unknown }> {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${this.#server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as { [field: string]: unknown };
  }
}
