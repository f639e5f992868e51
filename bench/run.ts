/**
 * `npm run bench [-- ROUNDS [SHARE]]`: concurrent connect-four over /play, next to a bare relay, one that stores, Colyseus
 * and boardgame.io.
 * Every round measures all of them one after the other, so that what else the machine does weighs on all alike; the table
 * has the medians. SHARE of the matches is enough for a try: 0.1.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchAgent, mintAgents } from './agents.ts';
import { DRAW } from './draw.ts';
import { type Measured, playLoad } from './play-load.ts';
import { median, type Round, table } from './report.ts';
import { type Contender, relay, rivals, storingRelay } from './rivals.ts';
import { startCrossplay } from './server.ts';

const rounds = Number(process.argv[2] ?? 5);
const share = Number(process.argv[3] ?? 1);
const some = (matches: number) => Math.max(2, Math.round(matches * share));
const PACE = 2000;

/** `waves`: few matches are played several times over, so that there is enough to measure. */
const COLUMNS = [
  { matches: some(1000), rate: PACE, waves: 1 },
  { matches: some(1000), rate: 0, waves: 1 },
  { matches: some(100), rate: PACE, waves: 3 },
  { matches: some(100), rate: 0, waves: 3 },
];
/** What is measured is how a server runs, not how it warms up: engines compile what they have seen some ten thousand times. */
const WARM_UP = { matches: Math.min(200, some(1000)), waves: 4 };

async function measure({ start, line }: Contender, tokens: BenchAgent[], frame: number): Promise<Measured[]> {
  const { url, pid, stop } = await start(frame);
  const load = (matches: number, rate: number) =>
    playLoad({ url, line, tokens: tokens.slice(0, 2 * matches), rate, pid });
  try {
    for (let wave = 0; wave < WARM_UP.waves; wave++) await load(WARM_UP.matches, 0);
    const measured: Measured[] = [];
    for (const { matches, rate, waves } of COLUMNS) {
      const all: Measured[] = [];
      for (let wave = 0; wave < waves; wave++) all.push(await load(matches, rate));
      measured.push(median(all));
    }
    return measured;
  } finally {
    await stop('SIGKILL');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
try {
  const crossplay: Contender = {
    name: 'Crossplay',
    line: 'play',
    async start() {
      const server = await startCrossplay(folder);
      return { ...server, url: server.url.replace('http', 'ws') };
    },
  };
  const floors = [relay(DRAW.length), storingRelay(DRAW.length, folder)];
  const contenders = [crossplay, ...floors, ...rivals()];
  const tokens = await mintAgents(folder, 2 * Math.max(...COLUMNS.map(({ matches }) => matches)));
  const measured: Round[] = [];
  for (let n = 0; n < rounds; n++) {
    const round: Round = new Map();
    for (const contender of contenders) {
      const frame = round.get(crossplay.name)?.[0]?.frame ?? 0;
      round.set(contender.name, await measure(contender, tokens, frame));
      console.error(`round ${n + 1} of ${rounds}: ${contender.name}`);
    }
    measured.push(round);
  }
  console.log(
    table(
      measured,
      COLUMNS,
      floors.map(({ name }) => name),
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
