import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { goldenRecords } from '../../../test/golden.ts';
import type { SeatHolder } from '../../core/record.ts';
import { lastStep } from '../../core/step.ts';
import { sketchesOf } from '../../games/load.ts';
import { manifests, rulesOf } from '../../games/manifests.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { addFiles } from './files.ts';
import { FirstFrames } from './first-frames.ts';
import { site as siteOf, submit } from './fixture.ts';
import { addPictures, PICTURE } from './pictures.ts';
import { Png } from './png.ts';

const sketch = await sketchesOf(manifests);
const PAGE = '<head><base href="./" /><meta name="description" content="x" /><title>Crossplay</title></head>';

async function open(publicUrl?: string) {
  const { arena: local, parts } = await siteOf([ticTacToe]);
  const { arena } = parts;
  const site = mkdtempSync(join(tmpdir(), 'crossplay-pictures-'));
  writeFileSync(join(site, 'index.html'), PAGE);
  const http = fastify();
  const close = addPictures({ http, arena, sketch });
  addFiles({ http, arena, site, config: { publicUrl }, first: new FirstFrames(parts) });
  onTestFinished(async () => {
    await close();
    await http.close();
    rmSync(site, { recursive: true });
  });
  const seat = (name: string): SeatHolder => ({ agent: name, name, kind: 'guest', via: 'test' });
  const begin = (...names: string[]) => local.begin({ game: 'ttt', seats: names.map(seat) });
  return { http, begin };
}

test('7.4 a link to a match carries title, description and a picture of the position', async () => {
  const { http, begin } = await open('https://arena.example/play');
  const match = await begin('ann', '<b>"bob"');
  const head = async () => (await http.inject(`/match/${match.id}`)).body;
  const live = await head();
  expect(live).toContain('<title>ann – &#60;b&#62;&#34;bob&#34;, Tic-Tac-Toe – Crossplay</title>');
  expect(live).toContain(`content="https://arena.example/play/api/v1/matches/${match.id}/picture.png"`);
  expect(live).toContain('<meta property="og:description" content="Being played now. Watch it live." />');
  expect(live).not.toContain('<b>');
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(match, ply % 2, { cell });
  expect(await head()).toContain('<meta name="description" content="ann won in 5 moves. Replay and check it."');
  const unknown = await http.inject('/match/nobody');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).not.toContain('og:title');
});

test('7.4 the picture is of the position, anew for each step, and kept once the match is over', async () => {
  const { http, begin } = await open();
  const match = await begin('ann', 'bob');
  const ask = (format: string) => http.inject(`/api/v1/matches/${match.id}/picture.${format}`);
  const empty = await ask('svg');
  expect(empty.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=15' });
  await submit(match, 0, { cell: 4 });
  const begun = await ask('png');
  expect((await ask('svg')).body).not.toBe(empty.body);
  expect(begun.headers['content-type']).toBe('image/png');
  expect(begun.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  expect([16, 20].map((at) => begun.rawPayload.readUInt32BE(at))).toEqual([PICTURE.width, PICTURE.height]);
  for (const [ply, cell] of [0, 1, 3, 7].entries()) await submit(match, (ply + 1) % 2, { cell });
  const [over, again] = [await ask('png'), await ask('png')];
  expect(over.rawPayload).not.toEqual(begun.rawPayload);
  expect(again.rawPayload).toEqual(over.rawPayload);
  expect(over.headers['cache-control']).toContain('max-age=604800');
  expect((await http.inject('/api/v1/matches/nobody/picture.png')).statusCode).toBe(404);
});

test('7.4 the end of every game can be drawn', async () => {
  const png = new Png();
  onTestFinished(() => png.close());
  for (const { record } of goldenRecords()) {
    const game = (await rulesOf(record.game, record.version))!;
    const { state } = lastStep(game, record, 'spectator').position;
    const view = game.view(state, 'replay');
    const inner = sketch(record.game, view);
    expect(inner).not.toMatch(/NaN|undefined/);
    const drawn = await png.draw(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inner}</svg>`);
    expect(drawn!.byteLength, record.game).toBeGreaterThan(200);
  }
});
