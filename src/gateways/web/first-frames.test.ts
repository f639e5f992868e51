import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Arena, MatchHandle } from '../../core/arena.ts';
import { blotto } from '../../games/blotto/rules.ts';
import { resourceRush } from '../../games/resource-rush/rules.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { addFiles } from './files.ts';
import { FirstFrames } from './first-frames.ts';
import { beginMatch, type Heard, holders, site, submit } from './fixture.ts';

async function served(changes: { running?: (match: MatchHandle) => MatchHandle } = {}) {
  const made = await site([ticTacToe, blotto, resourceRush]);
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-first-'));
  writeFileSync(join(folder, 'index.html'), '<head><base href="./" /></head><body><div id="app"></div></body>');
  const http = fastify();
  onTestFinished(async () => {
    await http.close();
    rmSync(folder, { recursive: true });
  });
  const { parts } = made;
  const running: Arena['running'] = async (id) => {
    const match = await parts.arena.running(id);
    return match && (changes.running?.(match) ?? match);
  };
  const first = new FirstFrames({ ...parts, arena: { ...parts.arena, running } });
  addFiles({ http, arena: parts.arena, site: folder, config: { publicUrl: undefined }, first });
  /** What the document brings along, as a page reads it. */
  const brought = async (path: string): Promise<Heard[]> => {
    const { body } = await http.inject(path);
    const data = /<script type="application\/json" id="first">([^<]*)<\/script><\/body>$/.exec(body)?.[1];
    return data === undefined ? [] : JSON.parse(data);
  };
  /** What a page of nobody's is told by its socket. */
  const told = async (...messages: object[]): Promise<Heard[]> => {
    const page = made.open();
    for (const message of messages) await page.said(message);
    page.session.close();
    return page.heard();
  };
  return { ...made, brought, told };
}

const glance = (match: { id: string }) => ({ type: 'watch', match: match.id, glance: true });

test('7.6 the front page’s document has what its socket says first, of the boards too', async () => {
  const { arena, brought, told } = await served();
  const match = await beginMatch(arena);
  await submit(match, 0, { cell: 4 });
  const frames = await brought('/');
  expect(frames.map(({ type }) => type)).toEqual(['front', 'match', 'update']);
  expect(frames).toEqual(await told({ type: 'front' }, glance(match)));
});

test('7.6 the document of a match under way has its present, one that is over or unknown nothing', async () => {
  const { arena, brought, told } = await served();
  const match = await beginMatch(arena);
  expect(await brought(`/match/${match.id}`)).toEqual(await told(glance(match)));
  expect(await brought('/match/nothing')).toEqual([]);
  const other = await beginMatch(arena);
  await new Promise<void>((done) => other.forfeit([0], 'left', undefined, () => done()));
  expect(await brought(`/match/${other.id}`)).toEqual([]);
});

test('7.6 the document tells no secret: neither a sealed move nor a place in the fog', async () => {
  const { arena, brought, told } = await served();
  const sealed = await beginMatch(arena, 'blotto');
  await submit(sealed, 0, { allocation: [7, 3, 0, 0, 0] });
  const foggy = await beginMatch(arena, 'resource-rush');
  for (const match of [sealed, foggy]) {
    const frames = await brought(`/match/${match.id}`);
    expect(frames).toEqual(await told(glance(match)));
    expect(frames[1].played).toBeUndefined();
    expect(frames[1].view).toEqual(match.game.view(match.position.state, 'spectator'));
    expect(JSON.stringify(frames)).not.toContain(match.record.seed);
  }
  expect(foggy.game.view(foggy.position.state, 'replay')).not.toEqual(
    foggy.game.view(foggy.position.state, 'spectator'),
  );
  const wall = await brought('/');
  expect(wall.filter(({ type }) => type === 'update').map(({ match }) => match)).toHaveLength(2);
  expect(JSON.stringify(wall)).not.toContain('7,3,0,0,0');
});

test('7.6 to who plays it a match looks otherwise: with people it comes by the socket alone', async () => {
  const { arena, brought } = await served();
  const seats = [holders[0]!, { ...holders[1]!, kind: 'human' as const }];
  const match = await arena.begin({ game: 'ttt', seats });
  expect(await brought(`/match/${match.id}`)).toEqual([]);
  expect((await brought('/')).map(({ type }) => type)).toEqual(['front', 'match', 'update']);
});

test('7.6 no name ends the data', async () => {
  const { arena, brought } = await served();
  const name = '</script><script>alert(1)</script><!--';
  const match = await arena.begin({ game: 'ttt', seats: holders.map((holder) => ({ ...holder, name })) });
  for (const path of ['/', `/match/${match.id}`]) {
    const header = (await brought(path)).find(({ type }) => type === 'match');
    expect(header.seats[0].name).toBe(name);
  }
});

test('7.6 it is written at most twice a second', async () => {
  const { arena, brought, clock } = await served();
  const match = await beginMatch(arena);
  const step = async () => (await brought('/')).at(-1).step;
  expect(await step()).toBe(0);
  await submit(match, 0, { cell: 4 });
  expect(await step()).toBe(0);
  await clock.pass(500);
  expect(await step()).toBe(1);
});

test('7.6 the page comes also where a match on another node does not answer', async () => {
  const silent = ({ id, header }: MatchHandle) => ({ id, header, watch: () => () => {} }) as unknown as MatchHandle;
  const { arena, brought } = await served({ running: silent });
  const match = await beginMatch(arena);
  expect(await brought(`/match/${match.id}`)).toEqual([]);
  expect(await brought('/')).toEqual([]);
});
