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
