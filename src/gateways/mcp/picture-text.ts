import type { Picture } from '../held/json.ts';
import { draw } from './draw.ts';

export type InWords = (game: string, view: unknown, names: string[]) => string;

const LEGAL_SHOWN = 60;
const HAPPENED_SHOWN = 12;

/** A picture as a model can act on it: what is, what it may do, and what to call next. */
export function pictureText(picture: Picture, inWords: InWords): string {
  const { id, game, status, players, seat, turn, view, legal, since, result, cursor } = picture;
  const names = players.map(({ name }) => name);
  if (status === 'waiting') {
    return `Waiting for an opponent in ${game}.\nNext: wait {"id":"${id}","cursor":"${cursor}"}`;
  }
  if (view === null) return `There will be no match here: ${result?.reason ?? 'it is void'}.`;
  const lines = [`${game}: ${names.map((name, at) => (at === seat ? `${name} (you, seat ${at})` : name)).join(' – ')}`];
  for (const { seat: mover, text, late } of since.slice(-HAPPENED_SHOWN)) {
    lines.push(`${names[mover] ?? mover}: ${text ?? 'moved'}${late ? ' (by the clock)' : ''}`);
  }
  lines.push(draw(game, view) ?? inWords(game, view, names));
  if (result) {
    const place = result.rank === null ? 'void' : `rank ${result.rank} of ${result.ranks.length}`;
    const change = result.change === null ? '' : ` Rating ${round(result.rating ?? 0)} (${signed(result.change)}).`;
    return [...lines, `Over, ${place}: ${result.reason}.${change}`].join('\n');
  }
  if (!turn) return lines.join('\n');
  const left = turn.secondsLeft === null ? '' : `, ${Math.floor(turn.secondsLeft)} s left`;
  for (const { id: ask, phase } of turn.asks ?? []) lines.push(`You are asked: ${phase} (${ask}).`);
  if (legal) lines.push(`Legal: ${legal.slice(0, LEGAL_SHOWN).join(' ')}${legal.length > LEGAL_SHOWN ? ' …' : ''}`);
  const phase = turn.phase === null ? '' : ` (${turn.phase})`;
  if (turn.yours) {
    const how = legal ? '"text"' : `"move" (see game_rules {"game":"${game}"})`;
    lines.push(`Your turn ${turn.number}${phase}${left}. Next: move {"id":"${id}","turn":${turn.number}, ${how}: …}`);
  } else {
    if (turn.may) lines.push(`You may act out of turn: move with turn ${turn.number} and a ref of your own.`);
    lines.push(`Not your turn${left}. Next: wait {"id":"${id}","cursor":"${cursor}"}`);
  }
  return lines.join('\n');
}

const round = (value: number): number => Math.round(value * 10) / 10;
const signed = (value: number): string => `${value >= 0 ? '+' : ''}${round(value)}`;
