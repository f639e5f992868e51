/**
 * `node bench/history.ts FOLDER [ttt] [chess] [read]`: what a long past costs. Makes a database of a million matches of
 * tic-tac-toe and a hundred thousand of chess in the folder, once, and measures on it how long the server takes to
 * start, what each kind of read takes, what moves wait for beside fifty reads a second, and what matches cost to store.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mintAgents } from './agents.ts';
import { type Kind, kindsOf } from './history-reads.ts';
import { storeMatches } from './history-writes.ts';
import { pastIn } from './past.ts';
import { type Measured, playLoad } from './play-load.ts';
import { startCrossplay } from './server.ts';

/** `only`: of reads those whose names have this in them. */
const [folder, ttt = '1000000', chess = '100000', only = ''] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node bench/history.ts FOLDER [ttt] [chess] [read]');

const STARTS = 3;
const TIMES = 30;
const READS_PER_SECOND = 50;
const PLAYERS = 200;
const MOVES_PER_SECOND = 1000;

const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);
const median = (values: number[]): number => sorted(values)[Math.floor(values.length / 2)]!;
const ms = (value: number): string => value.toFixed(1).padStart(7);

const past = await pastIn(folder, { ttt: Number(ttt), chess: Number(chess) });
const empty = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
const agents = await mintAgents(empty, past.agents.length);
try {
  await reportStarts();
  await reportWrites();
  await reportReads();
} finally {
  rmSync(empty, { recursive: true, force: true });
}
process.exit(0);

async function startTime(data: string): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const began = performance.now();
    const server = await startCrossplay(data);
    times.push(performance.now() - began);
    await server.stop();
  }
  return median(times);
}

async function reportStarts(): Promise<void> {
  // The first one brings a database of an earlier version up to date.
  await (await startCrossplay(past.folder)).stop();
  const [long, none] = [await startTime(past.folder), await startTime(empty)];
  console.log(`start: ${ms(long)} ms with the past, ${ms(none)} without`);
}

/** Both in turn, so that what else the machine does weighs on both alike. */
async function reportWrites(): Promise<void> {
  const long: number[] = [];
  const none: number[] = [];
  for (let round = 0; round < 5; round++) {
    long.push(await storeMatches(past.folder));
    none.push(await storeMatches(empty));
  }
  const ratio = median(long) / median(none);
  console.log(
    `a match of tic-tac-toe from its first row to its ratings: ${median(long).toFixed(0)} µs of CPU with the past, ` +
      `${median(none).toFixed(0)} without, ${ratio.toFixed(2)} ×`,
  );
}

async function reportReads(): Promise<void> {
  const server = await startCrossplay(past.folder);
  const kinds = await kindsOf(server.url, agents[0]!.name);
  const load = {
    url: server.url.replace('http', 'ws'),
    line: 'play' as const,
    rate: MOVES_PER_SECOND,
    pid: server.pid,
  };
  const play = () => playLoad({ ...load, tokens: past.agents.slice(1, 1 + PLAYERS) });
  await play();
  const quiet = [await play(), await play(), await play()];
  const quietly = median(quiet.map(({ p99 }) => p99));
  console.log(`moves, ${MOVES_PER_SECOND} a second, nobody reads: p50 ${ms(quiet[1]!.p50)} ms, p99 ${ms(quietly)} ms`);
  console.log('| read, alone | p50 ms | slowest ms | moves beside 50 of it a second: p99 ms | ÷ quiet | unanswered |');
  console.log('|---|---|---|---|---|---|');
  for (const kind of kinds.filter(({ name }) => name.includes(only))) {
    const alone = await timesOf(kind);
    const { measured, failed } = await beside(kind, play);
    const columns = [ms(median(alone)), ms(Math.max(...alone)), ms(measured.p99), ms(measured.p99 / quietly)];
    console.log(`| ${kind.name} | ${columns.join(' | ')} | ${failed} |`);
  }
  await server.stop();
}

/** Whoever asked too much comes again after a while. */
async function timesOf({ read }: Kind): Promise<number[]> {
  const times: number[] = [];
  await read();
  while (times.length < TIMES) {
    const began = performance.now();
    const isAnswered = await read().then(
      () => true,
      () => false,
    );
    if (isAnswered) times.push(performance.now() - began);
    else await new Promise((later) => setTimeout(later, 1000));
  }
  return times;
}

/** Moves while others read, whether or not the last read was answered. What was asked is answered before anything else begins. */
async function beside({ read }: Kind, play: () => Promise<Measured>): Promise<{ measured: Measured; failed: number }> {
  let failed = 0;
  const asked = new Set<Promise<void>>();
  const reading = setInterval(() => {
    const answer: Promise<void> = read()
      .catch(() => void failed++)
      .finally(() => asked.delete(answer));
    asked.add(answer);
  }, 1000 / READS_PER_SECOND);
  const measured = await play();
  clearInterval(reading);
  await Promise.all(asked);
  return { measured, failed };
}
