import type { Sitter } from '../../core/arena.ts';

/** The house's own players, as far as competitions call for them. */
export interface BotPlayers {
  /** The bots of a game, weakest first. */
  names(game: string): string[];
  /** One that can sit at a table; undefined: there is none of that name. */
  sitter(game: string, name: string): Sitter | undefined;
}

/** A bot as an entrant: in each competition it has numbers of its own, so that many of a kind may enter. */
export const botEntrant = (game: string, bot: string, competition: string, number: number) => ({
  agent: `bot:${game}:${bot}:${competition}-${number}`,
  name: `House bot ${number} (${bot})`,
});

/** The name of the bot that an entrant is; undefined: it is none. */
export const botOf = (agent: string): string | undefined => /^bot:[^:]+:([^:]+):/.exec(agent)?.[1];
