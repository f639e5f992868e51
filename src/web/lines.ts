import type { Words } from '../games/shared/manifest.ts';
import { resultText, whyText } from './format.ts';
import type { Step } from './wire.ts';

export interface Line {
  step: number;
  texts: string[];
  /** In the players' own words. */
  said: { seat: number; text: string }[];
  /** Who moved, or for whom the clock did. */
  seat: number | undefined;
  /** A move that waits for the others'. */
  held: boolean;
}

const listed = (seats: number[], names: string[]): string =>
  new Intl.ListFormat('en').format(seats.map((seat) => names[seat] ?? 'The audience'));

/** What happened in a step, for the list beside the board. */
export function lineOf(
  step: Step,
  before: Step | undefined,
  words: Words,
  match: { game: string; seats: { name: string }[] },
): Line {
  const names = match.seats.map(({ name }) => name);
  const { status, moved, late, left, note } = step;
  const held = isHeld(step, before);
  const texts: string[] = [];
  const missed = late.filter((seat) => seat >= 0);
  // A match that ends so says it with its result.
  const told = status.kind === 'over' ? status.forfeit?.why : undefined;
  if (missed.length && told !== 'late') texts.push(`Out of time: ${listed(missed, names)}`);
  if (left && left.why !== told) texts.push(`${listed(left.seats, names)} ${whyText(left.why)}`);
  if (note) texts.push(noteText(note));
  const decided = held ? decidedIn(step) : [];
  if (moved.length && decided.length) texts.push(`${listed(decided, names)} decided`);
  const acted = moved.length > 0 || late.length > 0;
  if (step.step === 0) texts.push('The match begins');
  else if (acted && !held) texts.push(...words.told(step.view, names));
  if (status.kind !== 'turn') texts.push(resultText(status, match, step.view));
  const said = acted && !held ? newlySaid(step, before, words) : [];
  return { step: step.step, texts, said, seat: held ? sole(decided) : soleMover(step, before), held };
}

/** Whose moves lie there until the others' have come. */
const decidedIn = ({ status, waiting }: Step): number[] =>
  status.kind === 'turn' ? status.must.filter((seat) => !waiting.includes(seat)) : [];

const sole = ([seat, ...others]: number[]): number | undefined => (others.length === 0 ? seat : undefined);

/** A motto that stays the same is said once. */
function newlySaid(step: Step, before: Step | undefined, words: Words): Line['said'] {
  const earlier = before && words.said?.(before.view);
  return (words.said?.(step.view) ?? []).flatMap((text, seat) =>
    text && text !== earlier?.[seat] ? [{ seat, text }] : [],
  );
}

/** Whose step it was; moves that were played together are nobody's own. */
function soleMover({ moved, late, status }: Step, before: Step | undefined): number | undefined {
  // Of the first step that is known the turn before is not; turns of a game are mostly alike.
  const turn = before?.status ?? status;
  const wasSealed = turn.kind === 'turn' && turn.sealed === true;
  const seat = sole([...moved, ...late]);
  return seat !== undefined && seat >= 0 && !wasSealed ? seat : undefined;
}

function isHeld({ status }: Step, before: Step | undefined): boolean {
  if (status.kind !== 'turn' || !status.sealed || before?.status.kind !== 'turn') return false;
  return before.status.number === status.number;
}

const NOTES: { [topic: string]: string } = { pause: 'The match is paused', resume: 'The match goes on' };

const noteText = ({ topic, data }: NonNullable<Step['note']>): string =>
  NOTES[topic] ?? (typeof data === 'string' ? `${topic}: ${data}` : topic);
