import { printable } from '../printable.ts';
import type { Finding } from './trial.ts';

const STACK = /^\s+at /;

/** The findings as a page for people. */
export function tableOf(protocol: string, findings: Finding[]): string {
  const width = Math.max(...findings.map(({ scenario }) => scenario.length)) + 2;
  const lines = findings.flatMap(({ scenario, right, says, rule, frames, printed = [] }) => [
    `${right ? 'right' : 'WRONG'}  ${scenario.padEnd(width)}${says} [${protocol} ${rule}]`,
    ...(right
      ? []
      : [
          ...frames,
          ...printed
            .filter((line) => !STACK.test(line))
            .slice(-5)
            .map((line) => `| ${line}`),
        ].map((line) => `         ${line}`)),
  ]);
  const wrong = findings.filter(({ right }) => !right).length;
  const rules = `Rules are in src/gateways/${protocol}/SPEC.md.`;
  return [...lines.map(printable), '', wrong ? `${wrong} wrong. ${rules}` : `All right. ${rules}`].join('\n');
}
