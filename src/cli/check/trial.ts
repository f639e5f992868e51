import { setTimeout as wait } from 'node:timers/promises';
import type { MatchHandle } from '../../core/arena.ts';
import type { Over, Void } from '../../core/game.ts';
import type { Playable } from '../../duel/catalogue.ts';
import { AgentProcess } from '../../duel/players/agent-process.ts';
import type { Children } from '../../duel/players/children.ts';
import type { CheckArena } from './check-arena.ts';
import { Conversation, type Frame } from './conversation.ts';
import { GoBetween } from './go-between.ts';
import { leaguePlacing } from './league-placing.ts';
import { inRoom, lobbyPlacing } from './lobby-placing.ts';
import { Meddler } from './meddling.ts';
import { Opponent } from './opponent.ts';
import type { Placing } from './placing.ts';
import type { Scenario } from './scenarios.ts';
import type { Matter, Wire } from './wires/wire.ts';

/** Who is checked, and how. */
export interface Checked {
  protocol: string;
  wire: Wire;
  game: Playable;
  command: string;
  /** Milliseconds in which it is to decide. */
  patience: number;
  children: Children;
}

/** One thing that an agent did right or wrong. */
export interface Finding {
  scenario: string;
  right: boolean;
  says: string;
  /** In the protocol's SPEC.md. */
  rule: string;
  frames: string[];
  /** The end of what the agent printed. */
  printed?: string[];
}

const COME_MS = 20_000;
const RETURN_MS = 20_000;
/** Longer than one hasty try to connect again. */
const DOWN_MS = 1000;
const BEGIN_MS = 10_000;
/** Then the opponents resign: nobody is checked for how long it can play. */
const LONGEST_MS = 30_000;
const POLL_MS = 25;
/** What an agent still does after the end is seen within this. */
const AFTERWARDS_MS = 500;
const FRAMES_SHOWN = 4;

let serial = 0;

/** One agent process in one situation. */
export class Trial {
  readonly #scenario: Scenario;
  readonly #host: CheckArena;
  readonly #checked: Checked;
  readonly #findings: Finding[] = [];
  readonly #held = Promise.withResolvers<'held'>();
  #conversation!: Conversation;
  #meddler!: Meddler;
  #goBetween!: GoBetween;
  #process!: AgentProcess;
  #ended: string | undefined;

  constructor(scenario: Scenario, host: CheckArena, checked: Checked) {
    this.#scenario = scenario;
    this.#host = host;
    this.#checked = checked;
  }

  async run(): Promise<Finding[]> {
    const { wire, game, command, children, protocol } = this.#checked;
    const { name, key } = await this.#host.account();
    this.#conversation = new Conversation(key);
    this.#meddler = new Meddler(wire, game.rules.id, this.#conversation, this.#scenario.meddling);
    const goBetween = await GoBetween.open(() => this.#host.url, this.#meddler);
    const { placing, names } = await this.#place();
    this.#goBetween = goBetween;
    const ARENA = goBetween.url;
    const told = {
      ARENA,
      WS: ARENA.replace('http', 'ws'),
      KEY: key,
      NAME: name,
      GAME: game.rules.id,
      PROTOCOL: protocol,
    };
    this.#process = new AgentProcess(command, { ...process.env, ...told, ...placing.env }, children);
    void this.#process.ended.then((how) => {
      this.#ended = how;
    });
    try {
      await this.#play(placing, names);
      this.#look();
    } finally {
      this.#process.drop();
      goBetween.close();
      await placing.close();
    }
    if (this.#findings.length) return this.#findings;
    const { right, matter } = this.#scenario;
    return [
      {
        scenario: this.#scenario.name,
        right: true,
        says: `It ${right}.`,
        rule: wire.rules[matter],
        frames: this.#conversation.lines(FRAMES_SHOWN),
      },
    ];
  }

  async #place(): Promise<{ placing: Placing; names: string[] }> {
    const { game, protocol } = this.#checked;
    const { ending, restart, seat } = this.#scenario;
    const hold = restart && (() => this.#held.resolve('held'));
    const named = `opponent-${++serial}`;
    if (protocol === 'league') {
      const script = { name: named, ending, hold, comesFirst: seat === 1 };
      const made = await leaguePlacing(this.#host, game.rules.id, script, this.#meddler, this.#conversation);
      return { placing: made, names: [named] };
    }
    const { size } = this.#host.arena.home(game.rules.id);
    const script = { bot: game.bots[0]!, ending, moves: 1, hold };
    const opponents = Array.from({ length: size - 1 }, (_, i) => new Opponent(`${named}-${i + 1}`, script));
    const names = opponents.map(({ agent }) => agent);
    const placing = lobbyPlacing(this.#host, game.rules.id, opponents, seat);
    return {
      placing: protocol === 'clawpoly' ? await inRoom(placing, this.#host, this.#conversation) : placing,
      names,
    };
  }

  async #play(placing: Placing, names: string[]): Promise<void> {
    const match = await this.#meet(placing, names);
    if (!match) return;
    const seat = match.header.seats.findIndex(({ name }) => !names.includes(name));
    if (this.#scenario.restart) {
      const end = await this.#follow(match, seat, placing, this.#checked.patience, this.#held.promise);
      if (end !== 'held') return this.#judge(end, seat, 'answers');
      await this.#goBetween.down(() => Promise.all([this.#host.restart(), wait(DOWN_MS)]).then(() => {}));
      const again = await this.#host.arena.running(match.id);
      if (!again) return this.#wrong('returns', 'Its match was over when the server was back.');
      await placing.resume(this.#host.arena);
      const after = await this.#follow(again, seat, placing, RETURN_MS);
      return this.#judge(after === 'silent' ? 'gone' : after, seat, 'returns');
    }
    const end = await this.#follow(match, seat, placing, this.#checked.patience);
    await this.#judge(end as End, seat, this.#meddler.spoilt ? 'refused' : 'answers');
  }

  /** Its match with the opponents; nothing, if it did not come so far. */
  async #meet(placing: Placing, names: string[]): Promise<MatchHandle | undefined> {
    const { alone } = this.#scenario;
    const isIts = ({ header }: MatchHandle): boolean => header.seats.some(({ name }) => names.includes(name));
    let match: MatchHandle | undefined;
    const unwatch = this.#host.arena.watch((event, one) => {
      if (event !== 'begun' || !isIts(one)) return;
      match = one;
      this.#meddler.begun = true;
    });
    try {
      if (!(await this.#until(COME_MS, () => placing.isThere()))) {
        this.#wrong('comes', `It did not ask for a match${this.#how(COME_MS)}`);
        return undefined;
      }
      if (alone) await Promise.race([wait(alone), this.#process.ended]);
      if (alone && (this.#ended !== undefined || !(await placing.isThere()))) {
        this.#wrong('waits', `It did not wait for an opponent${this.#how(alone)}`);
        return undefined;
      }
      await placing.bring();
      if (!(await this.#until(BEGIN_MS, async () => match !== undefined))) {
        this.#wrong('comes', `Its match did not begin${this.#how(BEGIN_MS)}`);
      }
      return match;
    } finally {
      unwatch();
    }
  }

  /** Until the match is over, the agent is silent for too long, or it has ended. */
  async #follow<Other extends string = never>(
    match: MatchHandle,
    seat: number,
    placing: Placing,
    patience: number,
    other?: Promise<Other>,
  ): Promise<End | Other> {
    const end = Promise.withResolvers<End>();
    let silence: NodeJS.Timeout | undefined;
    const stop = match.watch(
      'spectator',
      ({ status, waiting, begun, pacing }) => {
        clearTimeout(silence);
        this.#conversation.led();
        if (status.kind !== 'turn') return end.resolve(status);
        if (waiting.includes(seat) && begun && !pacing) silence = setTimeout(() => end.resolve('silent'), patience);
      },
      { unseen: true },
    );
    const longest = setTimeout(() => void placing.resign(this.#host.arena), LONGEST_MS);
    // The arena may still have to hear of the end of its process.
    const gone = this.#process.ended.then(() => wait(AFTERWARDS_MS)).then(() => 'gone' as const);
    const tooMuch = this.#conversation.tooMuch.promise.then(() => 'in vain' as const);
    try {
      return await Promise.race([end.promise, gone, tooMuch, ...(other ? [other] : [])]);
    } finally {
      clearTimeout(silence);
      clearTimeout(longest);
      stop();
    }
  }

  async #judge(end: End, seat: number, matter: Matter): Promise<void> {
    if (end === 'silent') return this.#wrong(matter, `It did not decide${this.#how(this.#checked.patience)}`);
    if (end === 'in vain') return this.#wrong(matter, 'It said much, and nothing came of it.');
    if (end === 'gone') {
      const back = matter === 'returns';
      return this.#wrong(
        back ? matter : 'stays',
        back ? `It did not come back${this.#how(RETURN_MS)}` : `It left its match${this.#how(0)}`,
      );
    }
    if (end.kind === 'void') return this.#wrong(matter, `Its match was void: ${end.reason}.`);
    if (end.forfeit?.seats.includes(seat))
      return this.#wrong(
        matter === 'returns' ? matter : 'stays',
        `${WHY[end.forfeit.why]} ${this.#ended ?? ''}`.trim(),
      );
    await Promise.race([wait(AFTERWARDS_MS + 2 * this.#scenario.meddling.delay), this.#process.ended]);
    if (this.#ended !== undefined && !this.#ended.endsWith('code 0.')) {
      this.#wrong('ends', `It did not take the end of its match well. ${this.#ended}`);
    }
  }

  /** What the frames show, whatever became of the match. */
  #look(): void {
    const { wire } = this.#checked;
    if (this.#scenario.meddling.spoil && !this.#meddler.spoilt && !this.#findings.length) {
      this.#wrong('refused', 'It made no move, so none could be refused.');
    }
    for (const { rule, says, frame } of wire.look(this.#conversation.frames, this.#meddler.spoilt)) {
      this.#add(rule, says, frame);
    }
  }

  async #until(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
    const late = performance.now() + ms;
    while (performance.now() < late && this.#ended === undefined) {
      if (await isSo()) return true;
      await wait(POLL_MS);
    }
    return isSo();
  }

  #how = (ms: number): string => (this.#ended === undefined ? ` within ${ms / 1000} seconds.` : `. ${this.#ended}`);

  #wrong(matter: Matter, says: string): void {
    this.#add(this.#checked.wire.rules[matter], says);
  }

  #add(rule: string, says: string, frame?: Frame): void {
    const printed = this.#process.lastWords;
    this.#findings.push({
      scenario: this.#scenario.name,
      right: false,
      says,
      rule,
      frames: this.#conversation.lines(FRAMES_SHOWN, frame),
      ...(printed.length > 0 && { printed }),
    });
  }
}

type End = Over | Void | 'silent' | 'gone' | 'in vain';

const WHY = {
  left: 'It left its match, which is lost.',
  resigned: 'It resigned its match, which is lost.',
  late: 'It did not decide in time, and lost.',
  illegal: 'It lost by moves that are not allowed.',
  away: 'Its connection was gone, and it lost.',
  removed: 'It was removed from its match.',
};
