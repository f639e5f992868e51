import type { Arena, GameInfo, Home, MatchHeader } from '../../../core/arena.ts';
import type { Terms } from '../../../core/terms.ts';
import { asGuest, terms } from '../terms.ts';
import { REGULAR_PROMPTS, SPICY_PROMPTS, type Topic } from './topics.ts';

/** What a table is about. Without options and terms of its own it is the game's standard table, where queues meet it. */
export interface Prompt {
  title: string;
  body: string | null;
  options?: unknown;
  terms?: Terms;
  /** Whoever comes by a queue is seated here as well while somebody waits. */
  meetsQueues?: true;
}

export interface Room {
  /** The name on the WebSocket; also the game's id. */
  slug: string;
  /** The name in addresses. */
  address: string;
  name: string;
  /** Its matches award Arena Points, so they can be wagered on. */
  awardsPoints: boolean;
  prompts: Prompt[];
}

const room = (slug: string, address: string, name: string, prompts: Prompt[]): Room => ({
  slug,
  address,
  name,
  awardsPoints: true,
  prompts,
});

const debatePrompts = (topics: readonly Topic[]): Prompt[] =>
  topics.map(({ title, body }, i) =>
    i === 0 ? { title, body } : { title, body, options: { prompt: { title, body } } },
  );

const OWN: readonly Room[] = [
  room('chess', 'chess', 'Chess', [
    { title: 'Classical', body: '60 seconds a move.' },
    { title: 'Blitz', body: '15 seconds a move.', terms: terms(15, 'again', 2) },
  ]),
  room('go', 'go', 'Go', [{ title: 'Nine by nine', body: 'Area scoring, komi 7. 60 seconds a move.' }]),
  room('regular_debate', 'debate', 'Debate', debatePrompts(REGULAR_PROMPTS)),
  room('spicy_debate', 'spicy-debate', 'Spicy Debate', debatePrompts(SPICY_PROMPTS)),
  room('trade_deal', 'trade', 'Bazaar', [
    { title: 'Open market', body: 'Gold, iron, food and wood. Each side needs eight of one of them.' },
  ]),
];

/** A game of two that move openly in turn, and whose moves can be listed and written as text, is played at a table here too. */
function roomFor({ id, title, seats, open, text, lists, sealed }: GameInfo, home: Home): Room | undefined {
  if (!open || !text || !lists || sealed || seats.min !== 2 || seats.max !== 2) return undefined;
  const prompt: Prompt = { title, body: null, terms: asGuest(home.terms), meetsQueues: true };
  return { slug: id, address: id, name: title, awardsPoints: false, prompts: [prompt] };
}

export class Rooms {
  readonly all: readonly Room[];
  readonly #byName = new Map<string, Room>();

  constructor(arena: Pick<Arena, 'game' | 'games' | 'home'>) {
    const own = OWN.filter(({ slug }) => arena.game(slug));
    const others = arena.games.filter((game) => !OWN.some(({ slug }) => slug === game.id));
    this.all = [...own, ...others.flatMap((game) => roomFor(game, arena.home(game.id)) ?? [])];
    for (const each of this.all) {
      for (const name of [each.slug, each.address]) {
        this.#byName.set(name, each);
        this.#byName.set(name.replaceAll('-', '_'), each);
        this.#byName.set(name.replaceAll('_', '-'), each);
      }
    }
    for (const alias of ['tic-tac-toe', 'connect-four']) {
      const aliased = this.#byName.get(arena.game(alias)?.id ?? '');
      if (aliased) this.#byName.set(alias, aliased);
    }
  }

  /** By slug or alias, in any case. */
  named(name: string): Room | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  /** What to say of any other name. */
  get unknown(): string {
    return `No such room; there are ${this.all.map(({ slug }) => slug).join(', ')}.`;
  }

  /** The room where a game is played. */
  of(game: string): Room | undefined {
    return this.#byName.get(game);
  }
}

/** What a match that may have come from anywhere is about. */
export function promptOf(room: Room, { options, terms }: Pick<MatchHeader, 'options' | 'terms'>): Prompt {
  const own = (options as { prompt?: Topic } | null)?.prompt;
  if (own) return { title: own.title, body: own.body ?? null };
  const ofClock = room.prompts.find((prompt) => prompt.terms?.clock.each === terms.clock.each);
  return ofClock ?? room.prompts[0]!;
}
