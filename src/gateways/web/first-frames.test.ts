import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Arena, MatchHandle } from '../../core/arena.ts';
import type { LocalArena } from '../../core/local-arena.ts';
import { blotto } from '../../games/blotto/rules.ts';
import { resourceRush } from '../../games/resource-rush/rules.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { draw } from '../../web/draw.ts';
import { type Draw, Drawing } from './drawing.ts';
import { addFiles } from './files.ts';
import { FirstFrames } from './first-frames.ts';
import { beginMatch, type Heard, holders, site, submit } from './fixture.ts';

interface Changes {
  running?: (match: MatchHandle) => MatchHandle;
  draw?: Draw;
  exhibit?: (arena: LocalArena) => Promise<void>;
}

async function served({ exhibit, ...changes }: Changes = {}) {
  const made = await site([ticTacToe, blotto, resourceRush], exhibit && { exhibit });
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
  const drawing = new Drawing(Promise.resolve(changes.draw));
  const first = new FirstFrames({ ...parts, drawing, arena: { ...parts.arena, running } });
  addFiles({ http, arena: parts.arena, site: folder, config: { publicUrl: undefined }, first });
  /** What the document brings along, as a page reads it. */
  const brought = async (path: string): Promise<Heard[]> => {
    const { body } = await http.inject(path);
    const data = /<script type="application\/json" id="first">([^<]*)<\/script><\/body>$/.exec(body)?.[1];
    return data === undefined ? [] : JSON.parse(data);
  };
  /** The page as it is seen before its code is there. */
  const seen = async (path: string): Promise<string> =>
    /<div id="app"(?: aria-busy="true")?>(.*)<\/div><script type="application/s.exec(
      (await http.inject(path)).body,
    )?.[1] ?? '';
  /** What a page of nobody's is told by its socket. */
  const told = async (...messages: object[]): Promise<Heard[]> => {
    const page = made.open();
    for (const message of messages) await page.said(message);
    page.session.close();
    return page.heard();
  };
  return { ...made, brought, seen, told };
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

test('3.2 who asks for the document of an empty front page is shown an exhibition in it, without any socket', async () => {
  let asked = 0;
  const exhibit = async (arena: LocalArena) => {
    if (asked++ === 0) await beginMatch(arena);
  };
  const { brought, clock } = await served({ exhibit });
  expect((await brought('/')).map(({ type }) => type)).toEqual(['front', 'match', 'update']);
  await clock.pass(500);
  await brought('/');
  expect(asked).toBe(2);
});

test('3.2 the document comes also where no exhibition begins in time', async () => {
  const { brought } = await served({ exhibit: () => new Promise(() => {}) });
  expect(await brought('/')).toMatchObject([{ type: 'front', live: 0 }]);
});

test('7.6 the document of a match has its present or how it ended, one that is unknown nothing', async () => {
  const { arena, brought, told } = await served();
  const match = await beginMatch(arena);
  expect(await brought(`/match/${match.id}`)).toEqual(await told(glance(match)));
  expect(await brought('/match/nothing')).toEqual([]);
  const other = await beginMatch(arena);
  await new Promise<void>((done) => other.forfeit([0], 'left', undefined, () => done()));
  const ended = await brought(`/match/${other.id}`);
  expect(ended[0].outcome).toMatchObject({ ranks: [2, 1], forfeit: { seats: [0] } });
  expect(ended).toEqual(await told(glance(other)));
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

test('7.7 the front page and the page of a match are drawn in their documents', async () => {
  const { arena, seen, clock } = await served({ draw });
  const match = await beginMatch(arena);
  await submit(match, 0, { cell: 4 });
  for (const path of ['/', `/match/${match.id}`]) {
    const html = await seen(path);
    expect(html).toContain('Tic-Tac-Toe');
    expect(html.match(/class="x /g)).toHaveLength(1);
    expect(html).not.toContain('class="o ');
  }
  await submit(match, 1, { cell: 0 });
  await clock.pass(500);
  expect(await seen(`/match/${match.id}`)).toContain('class="o ');
  await new Promise<void>((done) => match.forfeit([0], 'left', undefined, () => done()));
  await clock.pass(500);
  expect(await seen(`/match/${match.id}`)).toContain('a1 won, a0 left');
});

test('7.7 a page is drawn of what its document brings, and of nothing else', async () => {
  const told: unknown[] = [];
  const listen: Draw = async (at, frames) => `${told.push({ at, frames })}`;
  const { arena, brought } = await served({ draw: listen });
  const sealed = await beginMatch(arena, 'blotto');
  await submit(sealed, 0, { allocation: [7, 3, 0, 0, 0] });
  const frames = await brought(`/match/${sealed.id}`);
  expect(told).toEqual([{ at: { page: 'match', id: sealed.id }, frames }]);
});

test('7.7 a wall that is too long to draw is drawn with its first match alone, or not at all', async () => {
  const { arena, seen, clock } = await served({ draw: async (_, frames) => '.'.repeat(40_000 * frames.length) });
  await beginMatch(arena);
  expect(await seen('/')).toHaveLength(120_000);
  await beginMatch(arena);
  await clock.pass(500);
  expect(await seen('/')).toHaveLength(120_000);
  const { arena: other, seen: seenThere } = await served({ draw: async () => '.'.repeat(200_000) });
  await beginMatch(other);
  expect(await seenThere('/')).toBe('');
});

test('7.7 names are words in the drawn page too', async () => {
  const { arena, seen } = await served({ draw });
  const name = '<img src=x onerror=alert(1)>"\'';
  const match = await arena.begin({ game: 'ttt', seats: holders.map((holder) => ({ ...holder, name })) });
  for (const path of ['/', `/match/${match.id}`]) {
    const html = await seen(path);
    expect(html).toContain('&lt;img src=x onerror=alert(1)>');
    expect(html).not.toContain('<img');
  }
});
