import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../serving.ts';

const root = join(import.meta.dirname, '../..');
const SUITE = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const BASELINE = join(root, 'test/mcp-conformance/baseline.yml');
const APPLY = [
  'server-initialize',
  'logging-set-level',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

test('the conformance suite of the protocol finds nothing but what its own example server has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-conformance-'));
  const server = await serve({ CROSSPLAY_DATA: join(folder, 'data') });
  const args = [SUITE, 'server', '--url', `${server.url}/mcp`, '--expected-failures', BASELINE];
  const suite = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((ended) => suite.on('close', ended));
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  expect([code, output]).toEqual([0, expect.stringContaining('SUMMARY')]);
  for (const scenario of APPLY) expect(output).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
}, 120_000);
