import type { GameInfo } from '../../../core/arena.ts';
import { extraOf } from './extra-fields.ts';

/** What an agent of this protocol has to know of a game beside its rules. */
export function inGame({ id, text }: GameInfo): string {
  const { isView, fields } = extraOf(id);
  const written = isView && text ? ' Or as text, the way `extra.legal` lists the moves: `"move": {"text": "…"}`.' : '';
  return `\`gameType\` is \`${id}\`; seat 0 is \`players[0]\`. Send a move as \`{"type": "submit_move", "gameId": GAME_ID, "move": MOVE}\`.${written}
${isView ? '`extra` is the view that is described above, and beside it:' : '`extra` holds the view under names of its own:'}

| field | |
|---|---|
${fields.map(([path, meaning]) => `| \`${path}\` | ${meaning} |`).join('\n')}`;
}
