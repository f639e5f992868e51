import type { Viewer } from '../core/game.ts';

/** Where requests to a match, to the lobby of a game or to a node itself go. */
export const placeOf = (match: string): string => `place.${word(match)}`;
export const lobbyOf = (game: string): string => `lobby.${word(game)}`;
export const nodeOf = (name: string): string => `node.${word(name)}`;

/** What the updates of a match for one kind of viewer are known by. */
export const kindOf = (viewer: Viewer, legal: boolean): string => `${viewer}${legal ? '+legal' : ''}`;
export const updatesOf = (match: string, kind: string): string => `match.${word(match)}.${kind}`;

export const NEWS = 'news';

/** Ids are ours, but a dot or a star would mean something to NATS. */
const word = (text: string): string => text.replaceAll(/[^\w-]/g, (sign) => `=${sign.charCodeAt(0).toString(16)}`);
