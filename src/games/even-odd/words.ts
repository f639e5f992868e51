import type { EvenOddView } from './rules.ts';

/** What it is about, for those who see it for the first time. */
export const about = 'Both say even or odd at once, then a number is drawn.';

export function told({ number, parity, choices }: EvenOddView, names: string[]): string[] {
  if (!choices) return [];
  return [`${number} is drawn: ${parity}`, ...choices.map((choice, seat) => `${names[seat]} said ${choice}`)];
}

export function summary({ number, parity, choices }: EvenOddView, names: string[]): string {
  if (!choices) return 'Even or odd. Both are choosing.';
  return `Even or odd. ${number} was drawn, which is ${parity}. ${names[0]} said ${choices[0]}, ${names[1]} said ${choices[1]}.`;
}
