import { cpus } from 'node:os';
import type { Measured } from './play-load.ts';

/** By server, a figure for each column. */
export type Round = Map<string, Measured[]>;

interface Column {
  matches: number;
  rate: number;
}

const middle = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

/** Of each figure on its own. */
export function median(all: Measured[]): Measured {
  const of = (figure: keyof Measured) => middle(all.map((one) => one[figure]));
  return {
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    cpuPerThousand: of('cpuPerThousand'),
    frame: of('frame'),
    otherLoad: of('otherLoad'),
  };
}

const whole = (value: number) => Math.round(value).toLocaleString('en');
const titleOf = ({ matches, rate }: Column) =>
  `${whole(matches)} matches, ${rate ? `${whole(rate)}/s` : 'as fast as can be'}`;

/**
 * Markdown, as README has it. Ratios are taken round by round, against the floors of the same round: the first for all,
 * the others for the first server, which is ours.
 */
export function table(rounds: Round[], columns: Column[], floors: string[]): string {
  const names = [...rounds[0]!.keys()];
  const figure = (name: string, column: number, of: (one: Measured) => number) =>
    middle(rounds.map((round) => of(round.get(name)![column]!)));
  const ratio = (name: string, floor: string): [string, (column: number) => string] => [
    `${name}, CPU per move ÷ ${floor}`,
    (column) => {
      const cpuOf = (round: Round, of: string) => round.get(of)![column]!.cpuPerThousand;
      return middle(rounds.map((round) => cpuOf(round, name) / cpuOf(round, floor))).toFixed(2);
    },
  ];
  const rows: [string, (column: number) => string][] = [
    ...names.filter((name) => !floors.includes(name)).map((name) => ratio(name, floors[0]!)),
    ...floors.slice(1).map((floor) => ratio(names[0]!, floor)),
    ...names.map((name): [string, (column: number) => string] => [
      `${name}, CPU µs a move`,
      (column) => whole(figure(name, column, ({ cpuPerThousand }) => cpuPerThousand)),
    ]),
    ...names.map((name): [string, (column: number) => string] => [
      `${name}, p50 / p99 ms`,
      (column) =>
        `${figure(name, column, ({ p50 }) => p50).toFixed(1)} / ${figure(name, column, ({ p99 }) => p99).toFixed(0)}`,
    ]),
    ...names.map((name): [string, (column: number) => string] => [
      `${name}, moves/s`,
      (column) => whole(figure(name, column, ({ rate }) => rate)),
    ]),
  ];
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const loads = rounds.flatMap((round) => [...round.values()].flat().map(({ otherLoad }) => otherLoad));
  return [
    line(['', ...columns.map(titleOf)]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map(([name, cell]) => line([name, ...columns.map((_, column) => cell(column))])),
    '',
    `Medians of ${rounds.length} rounds on ${cpus().length} cores. Other programs had ${middle(loads).toFixed(2)} cores on average, ${Math.max(...loads).toFixed(2)} at most.`,
  ].join('\n');
}
