export { Arena, type ManyOptions, type PlayOptions } from './arena.ts';
export { ArenaError, NobodyThere } from './calls.ts';
export type * from './games.ts';
export type { Step } from './live.ts';
export type * from './pictures.ts';
export type { Bot, Finished, MoveOf, Turn, ViewOf } from './player.ts';
