import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/order.ts';
import { COMPILED } from './test/serving.ts';

const report = process.env.CROSSPLAY_TEST_REPORT;

// For the processes of tests and for all that they start.
process.env.NODE_COMPILE_CACHE ??= COMPILED;
process.env.TMPDIR = quickFolder();

/** Memory where there is enough of it: what is killed there is found as it was left, and nothing waits for a disk. */
function quickFolder(memory = '/dev/shm', least = 4 * 1024 ** 3): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > least ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** They look at every statement that was made in their process. */
const ALONE = ['src/storage/plans-*.test.ts'];
/** They have their servers in their own process. */
const INSIDE = [
  'test/attacks/*.test.ts',
  'test/end-to-end/{agentgames,agon,agon-guests,clawpoly,competitions,league,league-mixed,loa}.test.ts',
];

/** Those of the lobby and of each gateway that go through most of what a handle does; all of them pass: see CONTRIBUTING.md. */
const OVER_A_HOP = [
  'src/core/lobby/*.test.ts',
  'src/gateways/agentgames/session.test.ts',
  'src/gateways/agon/rooms/rooms.test.ts',
  'src/gateways/clawpoly/session.test.ts',
  'src/gateways/http/transcripts.test.ts',
  'src/gateways/loa/conduct.test.ts',
  'src/gateways/web/session.test.ts',
];

export default defineConfig({
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() })],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is no failure: what comes late is waited for.
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // Two at a time, also on two cores: most of them wait for another process.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      // Files of one process share what they import: reading it anew for each took longer than the tests.
      {
        extends: true,
        test: { name: 'parts', include: ['src/**/*.test.ts', 'sdk/**/*.test.ts'], exclude: ALONE, isolate: false },
      },
      // The same, held by a node that has none of the matches and lobbies.
      {
        extends: true,
        test: { name: 'afar', include: OVER_A_HOP, isolate: false, env: { CROSSPLAY_TEST_ARENA: 'afar' } },
      },
      { extends: true, test: { name: 'inside', include: INSIDE, isolate: false } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts', ...ALONE], exclude: INSIDE } },
    ],
  },
});
