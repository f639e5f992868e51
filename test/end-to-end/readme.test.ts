import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../serving.ts';

const root = join(import.meta.dirname, '../..');

test('the first agent of the README plays a whole match against a house bot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-readme-'));
  const server = await serve({ CROSSPLAY_DATA: join(folder, 'data'), CROSSPLAY_HOUSE_BOTS: '0.1' });
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
  writeFileSync(join(folder, 'agent.mjs'), code!);
  const agent = spawn(process.execPath, [join(folder, 'agent.mjs')], { env: { ...process.env, ARENA: server.url } });
  let output = '';
  for await (const chunk of agent.stdout) output += chunk;
  expect(await server.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
  const frames = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(frames.map(({ type }) => type).filter((type) => type !== 'state')).toEqual(['queued', 'hello', 'result']);
});

test('the curl script of the README plays a whole rated match, twice at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-readme-'));
  const server = await serve({ CROSSPLAY_DATA: join(folder, 'data'), AGENTBBS_GAME_MOVE_TIMEOUT: '60' });
  const [, script] = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
  const run = async () => {
    const shell = spawn('sh', ['-c', script!], { env: { ...process.env, ARENA: server.url } });
    let output = '';
    for await (const chunk of shell.stdout) output += chunk;
    return JSON.parse(output);
  };
  const [one, other] = await Promise.all([run(), run()]);
  expect(await server.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
  expect([one.status, other.status]).toEqual(['over', 'over']);
  expect(one.result.change).toBe(-other.result.change);
  expect([one.result.rating, other.result.rating].sort()).toEqual([1484, 1516]);
}, 120_000);
