import type { Component } from 'svelte';
import type { AnyGame, Bots, Over, SeatMove, Void } from '../../core/game.ts';

// biome-ignore lint/suspicious/noExplicitAny: each game types its own view
type View = any;

/** A game in words, for lists of moves and for those who cannot see the board. */
export interface Words {
  /** What the last step did, a sentence or a few words each. */
  told(view: View, names: string[]): string[];
  /** What the seats said with the last step, by seat: thoughts, mottos. */
  said?(view: View): (string | null)[];
  /** The whole view. */
  summary(view: View, names: string[]): string;
  /** What each seat has, a few words beside its name. */
  has?(view: View): string[];
  /** Where else the view can be looked at. */
  elsewhere?(view: View): { title: string; address: string };
}

/** @param broadcast what the game shows of a while ago, to spectators of a match under way */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Sketch = (view: View, broadcast?: any) => string;

/** A finished match, for programs that know only its game. */
export interface FinishedMatch<State = unknown, Move = unknown> {
  players: string[];
  /** YYYY-MM-DD. */
  date: string;
  outcome: Over | Void;
  /** The same in words. */
  result: string;
  options: unknown;
  moves: SeatMove<Move>[];
  /** Where they led. */
  state: State;
}

/** First moves of a game, made before anybody is asked. */
export interface Opening {
  name: string;
  /** Added to the game's options: a position to start from, a size of the board. */
  options?: object;
  /** Legal, one after another, and the game goes on after them. */
  moves: unknown[];
}

/** So that two who always play alike do not play one game over and over. */
export interface Openings {
  /** Those that come along, for a game with these options. */
  book(options: object): Opening[];
  /** A beginning that is none of these, by its first moves. */
  spelled(moves: unknown[], options: object): string;
  /** How files are read, by extension. */
  formats: { [extension: string]: OpeningsFormat };
}

export interface OpeningsFormat {
  /** The openings of a file, each as its own text. */
  split(text: string): string[];
  /** @throws where it is none, with a sentence */
  read(part: string): Opening;
}

/** At home nowhere, on purpose: nobody is offered the game, and its records are known all the same. */
export const HOMELESS = 'none';

/** All that the outside knows of a game. What is heavy comes when it is asked for. */
export interface GameManifest {
  /** As its rules have it. */
  id: string;
  /** Other ids by which it is asked for, in lower case. */
  aliases?: string[];
  title: string;
  /** What it is about, for those who see it for the first time. */
  about: string;
  /** How long a match takes, for those who think about playing it. */
  lasts?: string;
  /** What the seats are called, in a game of two where it matters which one has. */
  sides?: [string, string];
  /** A sign of it, as paths in a square of 48: what is drawn, and what belongs to the first and the second. */
  picture?: { lines?: string; first?: string; second?: string };
  /** The protocol whose terms are its default ones, or HOMELESS. */
  home: string;
  /** How a match ended, by the reasons of its rules that are no words for people. */
  endings?: { [reason: string]: string };
  /** The same where one won though all have the same score. */
  decided?: { [reason: string]: string };
  /** The same for draws, where another word fits better. */
  draws?: { [reason: string]: string };
  /** What kind of draw it was, where the reason alone does not say it and the last view does. */
  // biome-ignore lint/suspicious/noExplicitAny: each game types its own view
  drawn?(view: any): string | null | undefined;
  /** What is counted, where a win by this reason is told by how much. */
  margins?: { [reason: string]: string };
  rules(): Promise<AnyGame>;
  /** The rules of earlier versions, for their records and for matches that began under them. */
  older?: { [version: number]: () => Promise<AnyGame> };
  bots(): Promise<Bots>;
  words(): Promise<Words>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  board(): Promise<{ default: Component<any> }>;
  /** What is told beside the board, where there is room: who has how much, a chart. It is given what the board is. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  beside?(): Promise<{ default: Component<any> }>;
  /** A small drawing of a position, for lists and links: SVG in a square of 100, with colours of its own. Absent: its sign stands for it. */
  sketch?(): Promise<Sketch>;
  /** Where a comparison of two players begins, if not always at the beginning. */
  openings?(): Promise<Openings>;
  /** How programs of this game write a match down, where they agree on one way. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  file?: { extension: string; writer(): Promise<(match: FinishedMatch<any, any>) => string> };
  /** Moves are listed side by side, those of the second beside those of the first. */
  pairs?: true;
  /** Views so large that a live page does not ask for the past. */
  heavy?: true;
}
