import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { SETTINGS } from '../src/cli/config.ts';
import { createMetrics } from '../src/metrics.ts';
import { copyTree } from './copied-tree.ts';
import { serve } from './serving.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'crossplay-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the steps of the image, run in a plain folder, make one that serves', { timeout: 300_000 }, async () => {
  const tree = copyTree();
  for (const part of ['deploy', 'sdk', 'docs', 'package-lock.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
    cpSync(join(root, part), join(tree.folder, part), { recursive: true });
  }
  const app = join(folder, 'app');
  await run(join(tree.folder, 'deploy/assemble.sh'), [app]);
  tree.remove();
  const server = await serve({ CROSSPLAY_DATA: join(folder, 'data') }, app);
  expect(await (await fetch(`${server.url}/readyz`)).text()).toBe('ok');
  expect(await (await fetch(server.url)).text()).toContain('<title>');
  expect(await server.stop()).toBe(0);
});

describe('the Dockerfile', () => {
  const lines = text('Dockerfile').replaceAll('\\\n', ' ').split('\n').filter(Boolean);
  const of = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

  test('pins what it builds on, copies and adds nothing from afar', () => {
    for (const line of of('FROM')) expect(line).toMatch(/^FROM [\w./-]+:\d[\w.-]*( AS \w+)?$/);
    expect(of('ADD')).toEqual([]);
  });
  test('runs as an ordinary user, in an absolute folder, with the data as a volume', () => {
    expect(of('USER').at(-1)).toBe('USER node');
    for (const line of of('WORKDIR')) expect(line).toMatch(/^WORKDIR \//);
    expect(of('VOLUME')).toEqual(['VOLUME ["/data"]']);
  });
  test('says how it is started, stopped and found well, never through a shell', () => {
    for (const word of ['ENTRYPOINT', 'CMD', 'RUN']) {
      expect(of(word).length).toBeGreaterThan(0);
      for (const line of of(word)) expect(JSON.parse(line.slice(word.length))).toBeInstanceOf(Array);
    }
    expect(of('HEALTHCHECK')).toHaveLength(1);
    expect(lines.join()).not.toMatch(/sudo|apt-get|curl|:latest/);
  });
  test('leaves data and secrets of the clone outside', () => {
    expect(text('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', 'node_modules', 'data']));
  });
});

test('the command beside the service runs the same program with the same settings and data', () => {
  const { ExecStart, EnvironmentFile, Environment } = Object.fromEntries(
    [...text('deploy/crossplay.service').matchAll(/^(\w+)=-?(.*)$/gm)].map(([, name, value]) => [name, value!]),
  ) as { [name: string]: string };
  const command = text('deploy/crossplay.sh');
  expect(command).toContain(`--env-file-if-exists=${EnvironmentFile}`);
  for (const word of ExecStart!.split(' ').slice(0, 2)) expect(command).toContain(word);
  expect(command).toContain(/CROSSPLAY_DATA=(\S+)/.exec(Environment!)![1]);
});

test('npm start, the image, the service and what is measured give freed memory back alike', () => {
  const [set, ...others] = ['package.json', 'Dockerfile', 'deploy/crossplay.service', 'bench/server.ts'].map((file) =>
    [...text(file).matchAll(/(MALLOC_\w+)(?:=|: ')(\d+)/g)].map(([, name, value]) => `${name}=${value}`),
  );
  expect(set).toHaveLength(3);
  for (const other of others) expect(other).toEqual(set);
  const allocators = ['package.json', 'bench/server.ts'].map((file) => ({
    settings: /MALLOC_CONF(?:=|: ')([\w:,]+)/.exec(text(file))?.[1],
    isPreloaded: /LD_PRELOAD[\s\S]*jemalloc/.test(text(file)),
  }));
  expect(new Set(allocators.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(allocators[0]).toMatchObject({ settings: expect.stringContaining('decay'), isPreloaded: true });
});

test('where the settings of the service name another folder for the data, the command beside it works there too', async () => {
  const [settings, command, elsewhere] = ['env', 'crossplay', 'elsewhere'].map((name) => join(folder, name));
  writeFileSync(settings!, `CROSSPLAY_DATA=${elsewhere}\n`);
  const here = text('deploy/crossplay.sh')
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/etc/crossplay.env', settings!)
    .replaceAll('/opt/crossplay', root)
    .replaceAll('/var/lib/crossplay', join(folder, 'usual'));
  writeFileSync(command!, here, { mode: 0o755 });
  await run(command!, ['mint-token', 'Ann'], { env: { PATH: process.env.PATH } });
  expect(existsSync(join(elsewhere!, 'crossplay.db'))).toBe(true);
});

test('every setting is in docs/deploy.md, and every setting that a sample names is one', () => {
  const known = Object.values(SETTINGS).map(({ variable }) => variable);
  for (const variable of known) expect(text('docs/deploy.md')).toContain(`| \`${variable}\` |`);
  for (const file of ['compose.yaml', 'deploy/crossplay.service', 'docs/deploy.md', 'Dockerfile', 'README.md']) {
    const named = [...text(file).matchAll(/\bCROSSPLAY_[A-Z_]+\b/g)].map(([name]) => name);
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
  }
});

test('the dashboard and the alerts use figures that there are', () => {
  const metrics = createMetrics();
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  const observed = [...text('src/metrics.ts').matchAll(/name: '(crossplay_\w+)'/g)].map(([, name]) => name!);
  const known = [...names, ...observed, 'up'];
  const dashboard = JSON.parse(text('docs/grafana/crossplay.json')) as { panels: { targets: { expr: string }[] }[] };
  const asked = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...text('docs/grafana/alerts.yaml').matchAll(/expr: (.*)/g)].map(([, expr]) => expr!),
  ];
  expect(asked.length).toBeGreaterThan(20);
  for (const expr of asked) {
    for (const [name] of expr.matchAll(/\b(crossplay|nodejs|process)_\w+/g)) {
      expect(known).toContain(name.replace(/_bucket$/, ''));
    }
  }
});
