import type { Terms } from '../../core/terms.ts';

const seconds = (ms: number): string => `${ms / 1000} s`;

/**
 * What terms mean for a player, in sentences.
 * @param votes whether the game ever asks its audience: terms may have a time for that in every game
 */
export function conductWords(terms: Terms, votes: boolean): string[] {
  const { clock, late, strikes, illegal, away, countdown, seating } = terms;
  const { each, first, ...phases } = clock;
  const known = Object.entries(phases).filter(([phase]) => votes || phase !== 'vote');
  const times = known.map(([phase, ms]) => `${seconds(ms ?? 0)} in the phase \`${phase}\``);
  const usual =
    first === undefined || first === each ? seconds(each) : `${seconds(first)} the first time, then ${seconds(each)}`;
  return [
    `A decision has ${[usual, ...times].join(', ')}.`,
    lateWords(late, strikes?.out),
    illegalWords(illegal),
    awayWords(away.forfeit),
    ...(countdown
      ? [`The first turn begins ${seconds(countdown)} after the last seat was taken; until then no move is taken.`]
      : []),
    seating === 'drawn' ? 'Who sits where is drawn.' : 'Seats go by arrival.',
  ];
}

function lateWords(late: Terms['late'], out: number | undefined): string {
  const lost = out === undefined ? '' : ` ${out} missed in a row lose the match.`;
  if (late === 'forfeit') return 'Whoever misses a deadline loses.';
  if (late === 'fallback') return `When a deadline is missed, a default is played.${lost}`;
  return `When a deadline is missed, the clock starts again.${lost}`;
}

function illegalWords(illegal: number | undefined): string {
  if (illegal === undefined) return 'An illegal move is refused and may be tried again; the clock runs on.';
  if (illegal === 1) return '**An illegal move loses at once.**';
  return `An illegal move is refused; ${illegal} in a row lose the match.`;
}

function awayWords(forfeit: number | undefined): string {
  if (forfeit === undefined) return 'A lost connection loses nothing by itself: come back before the clock runs out.';
  if (forfeit === 0) return 'A lost connection loses at once.';
  return `Whoever stays away for ${seconds(forfeit)} loses.`;
}
