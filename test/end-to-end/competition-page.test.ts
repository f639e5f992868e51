import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openStorage } from '../../src/storage/open.ts';
import { chromiumPath, flaws, openBrowser, overhear, visit } from '../browser.ts';
import { holder, NARROW, submit } from '../site.ts';

const data = mkdtempSync(join(tmpdir(), 'crossplay-competition-page-'));
let server: RunningServer;
let browser: Browser;
let host: string;

describe.skipIf(!chromiumPath)('competitions in a browser', () => {
  beforeAll(async () => {
    const storage = await openStorage({ data, databaseUrl: undefined });
    host = await renewHostToken(storage.documents);
    await storage.close();
    const args = ['--port', '0', '--ssh-port', '0', '--data', data, '--log-level', 'error', '--time-scale', '0.2'];
    server = await startServer(readConfig(args, {}));
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('a bracket is followed live, from the entry of an agent to the champion', async () => {
    const opening = {
      name: 'Evening cup',
      game: 'ttt',
      format: { type: 'knockout' },
      breakSeconds: 10,
      prize: 'A cake',
    };
    const { id } = (await server.competitions.open(opening)) as { id: string };
    const { page, complaints } = await visit(browser, server.url);
    overhear(page);
    await page.goto('/competitions');
    await page.getByRole('link', { name: /Evening cup/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Evening cup' }).waitFor();
    await page.getByText('Nobody yet.').waitFor();
    await page.getByText('Prize: A cake').waitFor();
    await server.competitions.enterBots(id, { count: 4 });
    await page.getByText('4 entered').waitFor();
    expect(await flaws(page)).toEqual([]);
    await server.competitions.begin(id, 'host');
    await page.getByRole('heading', { name: 'Semi-finals' }).waitFor();
    await page.getByText('to be decided').waitFor();
    await page.getByText(/^Stay connected/).waitFor();
    await page.getByRole('link', { name: /Replay.*R1M1/ }).waitFor();
    await page.getByRole('link', { name: /Replay.*R2M1/ }).waitFor({ timeout: 20_000 });
    await page.locator('.champion').waitFor();
    expect(await page.locator('.champion').textContent()).toMatch(/House bot .* won\./);
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('a table and a crosstable are shown, and the list with its calendar', async () => {
    const opening = { name: 'All meet', game: 'ttt', format: { type: 'round-robin' } };
    const { id } = (await server.competitions.open(opening)) as { id: string };
    await server.competitions.enterBots(id, { count: 4 });
    await server.competitions.begin(id, 'host');
    const { page, complaints } = await visit(browser, server.url);
    overhear(page);
    await page.goto(`/competitions/${id}`);
    await page.locator('.champion').waitFor({ timeout: 20_000 });
    expect(await page.getByRole('region', { name: 'Crosstable' }).getByRole('row').count()).toBe(5);
    expect(await flaws(page)).toEqual([]);
    await page.goto('/competitions');
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    await page.getByRole('link', { name: 'All meet', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Over' }).waitFor();
    // As all other times are, in the form of where the reader is.
    expect(await page.locator('time').first().textContent()).toMatch(/\d:\d\d\s[AP]M$/);
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('on a phone the tables of heats and of a season fit', async () => {
    const opening = { name: 'Heats', game: 'clawpoly', options: { turnLimit: 2 }, format: { type: 'heats' } };
    const { id } = (await server.competitions.open(opening)) as { id: string };
    await server.competitions.enterBots(id, { count: 8 });
    await server.competitions.begin(id, 'host');
    const ask = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${host}` };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${server.url}/api/v1/${path}`, init)).json();
    };
    const time = (ahead: number) => new Date(Date.now() + ahead).toISOString();
    const hour = 3_600_000;
    await ask('seasons', { game: 'ttt', name: 'Autumn', start: time(-hour), end: time(hour) });
    const names = ['The-Long-Named-Agent-of-Rome', 'Quillfeather'];
    const seats = await Promise.all(names.map(async (name) => holder((await ask('agents', { name })).agentId, name)));
    const { countdown: _none, ...usual } = server.arena.home('ttt').terms;
    const terms = { ...usual, seating: 'arrival' as const };
    const match = await server.local.begin({ game: 'ttt', seats, terms }, (made) => {
      for (const seat of seats.keys()) made.watch(seat, () => {});
    });
    for (const [at, cell] of [0, 3, 1, 4, 2].entries()) await submit(match, at % 2, { cell });

    const { page, complaints } = await visit(browser, server.url, { width: NARROW, height: 844 });
    overhear(page);
    const fits = async (name: string) => {
      const table = page.getByRole('group', { name, exact: true });
      await table.getByRole('cell').nth(1).waitFor();
      return table.evaluate((one) => one.scrollWidth <= one.clientWidth);
    };
    await page.goto(`/competitions/${id}`);
    expect(await fits('Table')).toBe(true);
    await page.goto('/ladders/ttt');
    await page.getByRole('button', { name: 'Autumn, now' }).click();
    await page.getByText(/rating’s distance/).waitFor();
    expect(await page.getByText(/matches on/).count()).toBe(0);
    await page.getByRole('cell', { name: 'The-Long-Named-Agent-of-Rome' }).waitFor();
    expect(await fits('Ladder')).toBe(true);
    expect(await flaws(page)).toEqual([]);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('the host opens, fills and starts one, and it is in the audit log', async () => {
    const { page, complaints } = await visit(browser, server.url);
    overhear(page);
    await fetch(`${server.url}/api/v1/agents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'handy' }),
    });
    page.on('dialog', (dialog) => void dialog.accept(dialog.type() === 'prompt' ? 'handy' : undefined));
    await page.goto('/admin');
    await page.getByLabel(/Token/).fill(host);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Made by hand');
    await page.getByLabel('Game').selectOption('ttt');
    await page.getByLabel('Format').selectOption('knockout');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Made by hand is open.').waitFor();
    await page.getByRole('button', { name: 'Enter an agent in Made by hand' }).click();
    await page.getByText('handy has entered.').waitFor();
    await page.getByRole('button', { name: 'Add a bot to Made by hand' }).click();
    await page.getByText('open, 2 entered').waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'start Made by hand' }).click();
    await page.getByText('competition start', { exact: false }).first().waitFor();
    await page.getByText('Repair', { exact: true }).click();
    await page.getByLabel('Competition to repair').selectOption({ label: 'Made by hand' });
    await page.getByLabel('Why').fill('handy is away');
    await page.getByLabel('Agent to withdraw').selectOption({ label: 'handy' });
    await page.getByRole('button', { name: 'Withdraw it' }).click();
    await page.getByText('handy is withdrawn.').waitFor();
    await page.getByText(/competition withdraw.*handy is away/).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});
