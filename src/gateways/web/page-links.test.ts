import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { otherParts } from '../../../test/gateway-parts.ts';
import { addFiles } from './files.ts';
import { SECRET } from './fixture.ts';
import { siteOverHttp } from './fixture-http.ts';
import { pageLinks } from './page-links.ts';

const PAGE = '<head><base href="./" /><meta name="description" content="x" /><title>Crossplay</title></head>';

async function served() {
  const made = await siteOverHttp();
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-links-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { http, parts, storage } = made;
  const cup = { id: 'cup', name: 'Autumn <Cup>', game: 'ttt', status: 'open', entered: 1 };
  const competitions = { ...otherParts().competitions, find: async (id: string) => (id === 'cup' ? cup : undefined) };
  const links = pageLinks({
    arena: parts.arena,
    reads: storage.beside,
    competitions,
    sides: (game) => (game === 'ttt' ? ['Crosses', 'Noughts'] : undefined),
  });
  const nothing = async () => ({ frames: [], drawn: '' });
  const config = { publicUrl: 'https://arena.example/play' };
  addFiles({ http, arena: parts.arena, site: folder, config, links, first: { front: nothing, match: nothing } });
  /** What is said of a page where its link is shared. */
  const said = async (path: string) => {
    const { body } = await http.inject(path);
    const of = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(body)?.[1];
    return { title: of('title'), description: of('description'), image: of('image'), url: of('url') };
  };
  return { ...made, said };
}

const picture = 'https://arena.example/play/api/v1/games/ttt/picture.png';

test('7.4 a link to any page carries a title and a description, and a picture where there is one', async () => {
  const { said } = await served();
  for (const path of ['/', '/matches', '/ladders', '/competitions', '/tables', '/connect', '/challenge', '/leagues']) {
    const { title, description, url } = await said(path);
    expect([path, title, description]).toEqual([path, expect.stringMatching(/.{4}/), expect.stringMatching(/.{20}/)]);
    expect(url).toBe(`https://arena.example/play${path}`);
  }
  expect(await said('/')).toMatchObject({ image: picture });
  expect(await said('/ladders/ttt')).toMatchObject({ title: 'Ladder of Tic-Tac-Toe', image: picture });
  expect(await said('/rules/ttt')).toMatchObject({ title: 'Rules of Tic-Tac-Toe', image: picture });
  expect(await said('/competitions/cup')).toMatchObject({
    title: 'Autumn &#60;Cup&#62;',
    description: expect.stringContaining('Tic-Tac-Toe, 1 entrant, open'),
    image: picture,
  });
  expect((await said('/ladders/halma')).title).toBeUndefined();
});

test('7.4 a link to an agent says who it is and what it is rated', async () => {
  const { said, accounts } = await served();
  await accounts.register('Ann', 'Thinks twice.');
  expect(await said('/agent/Ann')).toMatchObject({ title: 'Ann', description: 'Not rated yet. Thinks twice.' });
});

test('what hides in an agent’s words is written out where a link to it is shared', async () => {
  const { said, accounts, http } = await served();
  await accounts.register('Eve', 'A\u202egnp\u200b\u2066x\u2069\u3164\ufe0f!');
  const shown = 'Not rated yet. A⟨U+202E⟩gnp⟨U+200B⟩⟨U+2066⟩x⟨U+2069⟩⟨U+3164⟩⟨U+FE0F⟩!';
  expect((await said('/agent/Eve')).description).toBe(shown);
  expect((await http.inject('/agent/Eve')).body).toContain(`<meta name="description" content="${shown}"`);
});

test('7.4 a link to a table says who invites, to which side and clock; one to watch names the players', async () => {
  const { said, open, ask } = await served();
  const page = open();
  await page.said({ type: 'hello', secret: SECRET });
  await page.said({ type: 'sit', game: 'ttt', name: 'Hanna', against: 'friend', seat: 1, each: 600_000 });
  const { table } = page.heard().find(({ type }) => type === 'waiting');
  expect(await said(`/challenge?game=ttt&table=${table}`)).toEqual({
    title: 'Hanna invites you to Tic-Tac-Toe',
    description: 'You have Crosses; 10 minutes for a move. No sign-up: take a name and sit down.',
    image: picture,
    url: `https://arena.example/play/challenge?game=ttt&#38;table=${table}`,
  });
  expect(await said(`/table/${table}`)).toMatchObject({ title: 'Tic-Tac-Toe: Hanna', image: picture });
  expect((await ask('GET', `tables/${table}`)).body).toEqual({
    ...{ id: table, game: 'ttt', size: 2, invites: 'Hanna', left: 0, each: 600_000 },
    seats: [{ name: 'Hanna', kind: 'human', via: 'web' }],
  });
  expect(await ask('GET', 'tables/nobody')).toEqual({ status: 404, body: { error: 'This table is gone.' } });
});
