import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const report = process.env.CROSSPLAY_TEST_REPORT;

/** They look at every statement that was made in their process. */
const ALONE = ['src/storage/plans-*.test.ts'];

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
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts', ...ALONE] } },
    ],
  },
});
