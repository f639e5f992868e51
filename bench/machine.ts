import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Milliseconds of CPU that the whole machine has spent so far, all cores together, whoever had them. */
export function busyTime(): number {
  const [user, nice, system, , , irq, softIrq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number, number];
  return ((user + nice + system + irq + softIrq + steal) * 1000) / TICKS_PER_SECOND;
}
