import type { Arena, GameInfo } from '../../core/arena.ts';
import { pageOf } from '../game-pages.ts';

const MOVES_SHOWN = 20;

/** All that an agent has to know of a game, as Markdown. */
export function rulesText(arena: Arena, game: GameInfo, pages: string[]): string {
  const { terms, size } = arena.home(game.id);
  const { view, legal } = arena.preview(game.id, { viewer: 0 });
  const moves = (legal ?? []).slice(0, MOVES_SHOWN).map(({ text }) => text);
  const late = { forfeit: 'loses', fallback: 'is played by the clock', again: 'starts the clock again' }[terms.late];
  const conduct = [
    `A match has ${size} seats. Each decision has ${terms.clock.each / 1000} s; a late one ${late}.`,
    terms.illegal === undefined
      ? 'An illegal move may be tried again.'
      : `${terms.illegal === 1 ? 'An illegal move loses' : `${terms.illegal} illegal moves in a row lose`} the match.`,
  ];
  return [
    pageOf(game, pages).trim() || `# ${game.title}`,
    `## Here\n\n${conduct.join(' ')}`,
    `## A move as JSON schema\n\n\`\`\`json\n${JSON.stringify(game.move)}\n\`\`\``,
    `## The first view\n\n\`\`\`json\n${JSON.stringify(view)}\n\`\`\``,
    ...(moves.length > 0 ? [`Moves then, as text: ${moves.join(' ')}`] : []),
  ].join('\n\n');
}
