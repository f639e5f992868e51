import { type Static, Type } from 'typebox';
import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { Update } from '../../core/update.ts';
import { exactly } from '../exactly.ts';
import { Happened, Picture } from '../held/json.ts';
import { happenedIn, playersOf } from '../held/picture.ts';
import { nowOf } from '../now.ts';
import { draw } from './draw.ts';
import type { InWords } from './picture-text.ts';

const { game, status, players, view, cursor } = Picture.properties;

/** A match as everyone may see it. */
export const Watched = exactly({
  match: Type.String(),
  game,
  status,
  players,
  waiting: Type.Array(Type.Integer(), { description: 'The seats that are to move.' }),
  view,
  since: Type.Array(Happened),
  outcome: Type.Unknown({ description: 'How it ended; null while it goes on.' }),
  cursor,
});
export type Watched = Static<typeof Watched>;

const MOST_STEPS = 100;

export async function watched(arena: Arena, handle: MatchHandle, from: string | undefined): Promise<Watched> {
  const update = await nowOf(handle, 'spectator');
  const known = from !== undefined && /^\d{1,9}$/.test(from) ? Number(from) : 0;
  const after = Math.max(known <= update.step ? known : 0, update.step - MOST_STEPS);
  return {
    match: handle.id,
    game: handle.header.game,
    status: update.status.kind === 'turn' ? 'playing' : update.status.kind,
    players: await playersOf(arena, handle),
    waiting: update.waiting.filter((seat) => seat >= 0),
    view: update.view,
    since: await happenedSince(handle, after, update),
    outcome: update.status.kind === 'turn' ? null : update.status,
    cursor: String(update.step),
  };
}

async function happenedSince(handle: MatchHandle, after: number, { step }: Update): Promise<Static<typeof Happened>[]> {
  const items: Static<typeof Happened>[] = [];
  if (after >= step) return items;
  for await (const update of handle.past('spectator', after)) {
    items.push(...happenedIn(update));
    if (update.step >= step) break;
  }
  return items;
}

export function watchedText(seen: Watched, inWords: InWords): string {
  const names = seen.players.map(({ name }) => name);
  const lines = [`${seen.game}: ${names.join(' – ')}, ${seen.status}`];
  for (const { seat, text } of seen.since.slice(-20)) lines.push(`${names[seat] ?? seat}: ${text ?? 'moved'}`);
  lines.push(draw(seen.game, seen.view) ?? inWords(seen.game, seen.view, names));
  if (seen.outcome) lines.push(`Outcome: ${JSON.stringify(seen.outcome)}`);
  else lines.push(`Next: watch_match {"match":"${seen.match}","cursor":"${seen.cursor}"}`);
  return lines.join('\n');
}
