import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const report = process.env.CROSSPLAY_TEST_REPORT;

/** They look at every statement that was made in their process. */
const ALONE = ['src/storage/plans-*.test.ts'];

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
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts', ...ALONE] } },
    ],
  },
});
