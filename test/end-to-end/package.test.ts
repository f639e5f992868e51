import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { serve } from '../serving.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'crossplay-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the packed tarball, installed into an empty folder, serves the site and plays a match', {
  timeout: 300_000,
}, async () => {
  const { stdout } = await run(process.execPath, [join(root, 'bin/pack.js'), '--tarball']);
  const tarball = stdout.trim();
  expect(statSync(tarball).size).toBeLessThan(5 * 1024 * 1024);

  const place = join(folder, 'empty');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], {
    cwd: place,
  });
  const installed = join(place, 'node_modules/crossplay');
  const guide = readFileSync(join(installed, 'docs/deploy.md'), 'utf8');
  const named = new Set([...guide.matchAll(/\bdeploy\/[\w.]*\w/g)].map(([path]) => path));
  expect([...named].filter((path) => !existsSync(join(installed, path)))).toEqual(['deploy/assemble.sh']);
  const server = await serve({ CROSSPLAY_DATA: join(folder, 'data'), CROSSPLAY_HOUSE_BOTS: '0.1' }, installed);
  expect(await (await fetch(server.url)).text()).toContain('<title>');
  expect(await (await fetch(`${server.url}/api/v1/skill.md`)).text()).toContain('Tic-Tac-Toe');

  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
  writeFileSync(join(folder, 'agent.mjs'), code!);
  const agent = spawn(process.execPath, [join(folder, 'agent.mjs')], { env: { ...process.env, ARENA: server.url } });
  let output = '';
  for await (const chunk of agent.stdout) output += chunk;
  expect(output).toContain('"type":"result"');
  const command = (...args: string[]) =>
    run(process.execPath, [join(installed, 'bin/crossplay.js'), ...args], {
      env: { ...process.env, CROSSPLAY_DATA: join(folder, 'data') },
    });
  const { stdout: matches } = await command('matches', 'ttt', '--json');
  expect(JSON.parse(matches)).toHaveLength(1);
  for (const [lang, sdk] of [
    ['ts', 'index.ts'],
    ['js', 'index.js'],
    ['python', '__init__.py'],
  ] as const) {
    const { stderr } = await command('new', join(folder, lang), '--lang', lang);
    expect(stderr).toBe('');
    expect(readFileSync(join(folder, lang, 'crossplay', sdk), 'utf8')).toBeTruthy();
  }
  expect(readFileSync(join(folder, 'ts/bot.ts'), 'utf8')).toContain("'./crossplay/index.ts'");
  await expect(command('engine')).rejects.toThrow(/--game must be/);
  expect(await server.stop()).toBe(0);
});
