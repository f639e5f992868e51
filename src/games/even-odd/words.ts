import type { EvenOddView } from './rules.ts';

export function told({ number, parity, choices }: EvenOddView, names: string[]): string[] {
  if (!choices) return [];
  return [`${number} is drawn: ${parity}`, ...choices.map((choice, seat) => `${names[seat]} said ${choice}`)];
}

export function summary({ number, parity, choices }: EvenOddView, names: string[]): string {
  if (!choices) return 'Even or odd. Both are choosing.';
  return `Even or odd. ${number} was drawn, which is ${parity}. ${names[0]} said ${choices[0]}, ${names[1]} said ${choices[1]}.`;
}
