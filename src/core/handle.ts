import type { MatchHandle, MatchHeader } from './arena.ts';
import { Match } from './match.ts';

/** Hides everything of a match but what its contract names. */
class Handle implements MatchHandle {
  readonly #match: Match;

  constructor(match: Match) {
    this.#match = match;
  }

  get id(): string {
    return this.#match.id;
  }

  get header(): MatchHeader {
    return this.#match.header;
  }

  submit(...args: Parameters<MatchHandle['submit']>): void {
    this.#match.submit(...args);
  }

  forfeit(...args: Parameters<MatchHandle['forfeit']>): void {
    this.#match.forfeit(...args);
  }

  note(...args: Parameters<MatchHandle['note']>): void {
    this.#match.note(...args);
  }

  end(...args: Parameters<MatchHandle['end']>): void {
    this.#match.end(...args);
  }

  watch(...args: Parameters<MatchHandle['watch']>): () => void {
    return this.#match.watch(...args);
  }

  past(...args: Parameters<MatchHandle['past']>): ReturnType<MatchHandle['past']> {
    return this.#match.past(...args);
  }
}

const handles = new WeakMap<Match, MatchHandle>();
const matches = new WeakMap<MatchHandle, Match>();

/** The one handle of a match; one that is elsewhere is a handle already. */
export function handleOf(match: MatchHandle): MatchHandle {
  if (!(match instanceof Match)) return match;
  let handle = handles.get(match);
  if (!handle) {
    handle = Object.freeze(new Handle(match));
    handles.set(match, handle);
    matches.set(handle, match);
  }
  return handle;
}

/** For the inside alone. */
export const matchOf = (handle: MatchHandle): MatchHandle => matches.get(handle) ?? handle;
