// Longer than most files: every frame that a page may send, and what comes back.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arrived } from '../../../test/afar.ts';
import { clawpoly } from '../../games/clawpoly/rules.ts';
import { ticTacToe } from '../../games/tic-tac-toe/rules.ts';
import { nowOf } from '../now.ts';
import { beginMatch, type Heard, SECRET, site, submit } from './fixture.ts';
import { personOf } from './people.ts';

const TRANSCRIPTS = join(import.meta.dirname, 'transcripts');

test.for(readdirSync(TRANSCRIPTS))('the conversation of %s', async (file) => {
  const { arena, open, clock } = await site();
  const match = await beginMatch(arena);
  const { session, heard } = open();
  let read = 0;
  for (const line of readFileSync(join(TRANSCRIPTS, file), 'utf8').replaceAll('MATCH', match.id).split('\n')) {
    const [sign, text] = [line.slice(0, 1), line.slice(2)];
    if (sign === '→') await session.receive(text).then(arrived);
    if (sign === '!') expect(await submit(match, Number(text[0]), JSON.parse(text.slice(2)))).toBeUndefined();
    if (sign === '←') expect(heard()[read++]).toMatchObject(JSON.parse(text));
  }
  await clock.pass(0);
  expect(heard().slice(read)).toEqual([]);
});

const ofType = (messages: Heard[], type: string): Heard[] => messages.filter((message) => message.type === type);

test('1.3 a page that says too much is told so, and may go on later', async () => {
  const { open, clock } = await site();
  const { said, heard } = open();
  for (let i = 0; i < 61; i++) await said({ type: 'watch', match: 'x' });
  expect(heard().at(-1)).toEqual({ type: 'error', error: 'Too many messages.' });
  await clock.pass(1000);
  await said({ type: 'watch', match: 'x' });
  expect(heard().at(-1)).toEqual({ type: 'missing', match: 'x' });
});

test('2.5 all spectators get the same text, written once', async () => {
  const { arena, open } = await site();
  const match = await beginMatch(arena);
  const pages = [open(), open(), open()];
  for (const { said } of pages) await said({ type: 'watch', match: match.id });
  await submit(match, 0, { cell: 4 });
  const last = pages.map(({ texts }) => texts.at(-1));
  expect(new Set(last).size).toBe(1);
  expect(JSON.parse(last[0]!)).toMatchObject({ step: 1, patch: { last: 4 } });
});

test('2.6 a finished match shows everything and its seed, and is not watched on', async () => {
  const { arena, open } = await site();
  const match = await beginMatch(arena);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(match, ply % 2, { cell });
  const { said, heard } = open();
  await said({ type: 'watch', match: match.id });
  const [header, update] = heard();
  expect(header).toMatchObject({ outcome: { kind: 'over', ranks: [1, 2] }, seed: match.record.seed });
  expect(update).toMatchObject({ step: 5, view: { line: [0, 1, 2] } });
  await said({ type: 'watch', match: match.id, after: -1 });
  expect(ofType(heard(), 'update').map(({ step }) => step)).toEqual([5, 0, 1, 2, 3, 4, 5]);
});

test.each([6, 1e6, Number.MAX_SAFE_INTEGER])(
  '2.2 a page that claims to know step %d of fewer sees the present',
  async (after) => {
    const { arena, open } = await site();
    const [played, quiet] = [await beginMatch(arena), await beginMatch(arena)];
    for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(played, ply % 2, { cell });
    const { said, heard } = open();
    for (const { id } of [played, quiet]) await said({ type: 'watch', match: id, after });
    expect(heard()).toMatchObject([
      { type: 'match', outcome: { kind: 'over' } },
      { type: 'update', step: 5, view: { line: [0, 1, 2] } },
      { type: 'match' },
      { type: 'update', step: 0, view: {} },
    ]);
    await said({ type: 'watch', match: played.id, after: 5 });
    expect(heard().slice(4)).toMatchObject([{ type: 'match' }]);
  },
);

test('2.6 of a match that was voided later the page reads that it is void', async () => {
  const { arena, open } = await site();
  const match = await beginMatch(arena);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(match, ply % 2, { cell });
  await arena.undo(match.id, 'a mistake');
  const { said, heard } = open();
  await said({ type: 'watch', match: match.id });
  expect(heard()[0]).toMatchObject({ outcome: { kind: 'void', reason: 'a mistake' } });
});

test('2.6 a page that asks for the past too is counted all the while', async () => {
  const { arena, open } = await site();
  const match = await beginMatch(arena);
  await submit(match, 0, { cell: 4 });
  const { said } = open();
  await said({ type: 'watch', match: match.id });
  const counts = new Set<number>();
  let answered = false;
  const asked = said({ type: 'watch', match: match.id, after: -1 }).then(() => {
    answered = true;
  });
  while (!answered) {
    for (let i = 0; i < 20; i++) counts.add((await nowOf(match)).watching);
    await new Promise(setImmediate);
  }
  await asked;
  expect([...counts]).toEqual([1]);
});

test('2.7 a page watches no more than 32 matches', async () => {
  const { arena, open } = await site();
  const { said, heard } = open();
  for (let i = 0; i < 33; i++) await said({ type: 'watch', match: (await beginMatch(arena)).id });
  expect(ofType(heard(), 'match')).toHaveLength(32);
  expect(heard().at(-1)).toMatchObject({ type: 'error' });
});

test('3.1 the front page tells of matches, results and tables, at most twice a second', async () => {
  const { arena, open, clock } = await site();
  const { said, heard } = open();
  await said({ type: 'front' });
  expect(heard()).toMatchObject([{ type: 'front', live: 0, matches: [], results: [], tables: [] }]);
  const match = await beginMatch(arena);
  await beginMatch(arena);
  await clock.pass(500);
  expect(heard()).toHaveLength(2);
  expect(heard()[1]).toMatchObject({ live: 2, matches: [{}, { id: match.id, game: 'ttt' }] });
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await submit(match, ply % 2, { cell });
  await clock.pass(500);
  expect(heard()[2]).toMatchObject({ live: 1, results: [{ id: match.id, outcome: { ranks: [1, 2] } }] });
  await said({ type: 'leave_front' });
  await beginMatch(arena);
  await clock.pass(5000);
  expect(heard()).toHaveLength(3);
});

/** A person at a table with the simple bot, and the match that begins. */
async function seatedPerson() {
  const made = await site();
  const page = made.open();
  await page.said({ type: 'hello', secret: SECRET });
  await page.said({ type: 'sit', game: 'ttt', name: 'Grace', against: { bot: 'simple' } });
  await made.clock.pass(0);
  const match = made.arena.live[0]!;
  const seat = match.record.seats.findIndex(({ kind }) => kind === 'human');
  return { ...made, page, match, seat };
}

test('4.2, 4.3 a person plays a bot as a human, unrated, with time to think', async () => {
  const { page, match, seat } = await seatedPerson();
  expect(ofType(page.heard(), 'waiting')).toHaveLength(1);
  expect(ofType(page.heard(), 'seated')).toEqual([{ type: 'seated', match: match.id, seat }]);
  expect(match.record.seats[seat]).toEqual({ agent: personOf(SECRET), name: 'Grace', kind: 'human', via: 'web' });
  expect(match.record.seats[1 - seat]).toMatchObject({ kind: 'bot' });
  expect(match.record.terms).toMatchObject({ rated: false, clock: { each: 180_000 } });
  expect(match.record.terms.illegal).toBeUndefined();
  expect(JSON.stringify(match.record)).not.toContain(SECRET);
});

test('4.2 a person may not take the name of an agent', async () => {
  const { accounts, open } = await site();
  await accounts.register('Deep Thought');
  const { said, heard } = open();
  await said({ type: 'hello', secret: SECRET });
  await said({ type: 'sit', game: 'ttt', name: 'deep thought', against: 'anyone' });
  expect(heard().at(-1)).toMatchObject({ type: 'refused', reason: expect.stringContaining('belongs to an agent') });
});

test('4.4 two people who queue meet', async () => {
  const { arena, open, clock } = await site();
  const secrets = [SECRET, SECRET.replace('00', 'ff')];
  const pages = [open(), open()];
  for (const [i, { said }] of pages.entries()) {
    await said({ type: 'hello', secret: secrets[i] });
    await said({ type: 'sit', game: 'ttt', name: `Person ${i}`, against: 'anyone' });
  }
  await clock.pass(0);
  expect(arena.live[0]!.record.seats.map(({ name }) => name)).toEqual(['Person 0', 'Person 1']);
});

test.each(['M0delI', 'House bot', 'house'])('a person may not be called %j', async (name) => {
  const { accounts, open } = await site();
  await accounts.register('Modell');
  const { said, heard } = open();
  await said({ type: 'hello', secret: SECRET });
  await said({ type: 'sit', game: 'ttt', name, against: 'anyone' });
  expect(heard().at(-1)).toEqual({
    type: 'refused',
    reason: expect.stringMatching(/take another\.$|already taken\.$/),
  });
});

test('4.4 nobody sits down at a reserved table', async () => {
  const { arena, open } = await site();
  const table = arena.lobby.open({ game: 'ttt', reserved: true });
  const { said, heard } = open();
  await said({ type: 'hello', secret: SECRET });
  await said({ type: 'sit', game: 'ttt', name: 'Grace', against: { table: table.id } });
  expect(heard().at(-1)).toEqual({ type: 'refused', reason: 'This table is gone.' });
});

/** An agent that can be called, or waits in the queue. */
async function challenged() {
  const made = await site();
  const { id } = await made.accounts
    .register('Deep Thought')
    .then(() => made.accounts.byName('Deep Thought'))
    .then((one) => one!);
  const page = made.open();
  await page.said({ type: 'hello', secret: SECRET });
  const sit = (more: object = {}) =>
    page.said({ type: 'sit', game: 'ttt', name: 'Grace', against: { agent: 'deep thought' }, ...more });
  const queue = () =>
    made.parts.arena.lobby.queue('ttt', {
      agent: id,
      name: 'Deep Thought',
      kind: 'agent',
      via: 'test',
      begin: (match, seat) => void match.watch(seat, () => {}),
      dismiss: () => {},
    });
  return { ...made, id, page, sit, queue };
}

test('4.4 an agent that waits for anyone is challenged at its own table', async () => {
  const { page, sit, queue, arena, clock } = await challenged();
  await queue();
  await sit();
  await clock.pass(0);
  expect(ofType(page.heard(), 'seated')).toHaveLength(1);
  expect(arena.live[0]!.record.seats.map(({ name }) => name)).toEqual(['Deep Thought', 'Grace']);
});

test('4.4 a challenge waits for an agent that is here, and for nobody else, until it comes to a table', async () => {
  const { page, sit, queue, parts, arena, clock, id, open, faults } = await challenged();
  await sit();
  expect(page.heard().at(-1)).toEqual({ type: 'refused', reason: 'Deep Thought is not here right now.' });
  parts.arena.callers.add('test', { canSeat: (agent) => agent === id, seat: () => {} });
  await sit();
  const { table } = page.heard().at(-1);
  const other = open();
  await other.said({ type: 'hello', secret: SECRET.replace('00', 'ff') });
  await other.said({ type: 'sit', game: 'ttt', name: 'Eve', against: { table } });
  expect(other.heard().at(-1)).toEqual({ type: 'refused', reason: 'This table is gone.' });
  await queue();
  await clock.pass(0);
  await expect.poll(() => arena.live).toHaveLength(1);
  expect(await parts.arena.lobby.table(table)).toBeUndefined();
  expect(ofType(page.heard(), 'seated')).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('4.4 whoever is challenged may decline, and who does not exist is not challenged', async () => {
  const { page, sit, parts, id } = await challenged();
  parts.arena.callers.add('test', { canSeat: (agent) => agent === id, seat: () => {} });
  await sit();
  await parts.arena.lobby.close(page.heard().at(-1).table, 'declined');
  expect(page.heard().at(-1)).toEqual({ type: 'refused', reason: 'Your challenge was declined.' });
  await sit({ against: { agent: 'nobody' } });
  expect(page.heard().at(-1)).toEqual({ type: 'refused', reason: 'There is no agent called nobody.' });
});

test('4.4 a private table that nobody sits at is gone', async () => {
  const { arena, open } = await site();
  const { said } = open();
  await said({ type: 'hello', secret: SECRET });
  const before = arena.lobby.tables().length;
  await said({ type: 'sit', game: 'ttt', name: 'Grace', against: 'friend' });
  expect(arena.lobby.tables()).toHaveLength(before + 1);
  await said({ type: 'stand' });
  await expect.poll(() => arena.lobby.tables().length).toBe(before);
});

test('4.4 as many play as was wished, again too, and no more than the game has seats for', async () => {
  const { arena, open, clock } = await site([ticTacToe, clawpoly]);
  const pages = ['00', '11', '22'].map((start) => ({ ...open(), secret: SECRET.replace('00', start) }));
  const sit = (page: number, wish: object) =>
    pages[page]!.said({ type: 'sit', name: `Person ${page}`, game: 'clawpoly', ...wish });
  const said = (page: number) => pages[page]!.heard().at(-1);
  for (const { said, secret } of pages) await said({ type: 'hello', secret });
  await sit(0, { against: 'friend', seats: 7 });
  expect(said(0)).toEqual({ type: 'refused', reason: 'This game has 2 to 6 seats.' });
  await sit(0, { against: 'friend', game: 'ttt', seats: 3 });
  expect(said(0)).toEqual({ type: 'refused', reason: 'This game has 2 seats.' });
  await sit(0, { against: 'friend', seats: 3 });
  const { table } = said(0);
  for (const page of [1, 2]) await sit(page, { against: { table } });
  await clock.pass(0);
  const match = arena.live[0]!;
  expect(match.record.seats).toHaveLength(3);
  match.end(undefined, 'test', 'test');
  await clock.pass(0);
  await sit(1, { against: { rematch: match.id } });
  expect(arena.lobby.table(said(1).table)?.size).toBe(3);
});

test('4.11 a place at a table whose link was given away waits a minute for a page that is gone', async () => {
  const { arena, open, clock } = await site();
  const opening = open();
  await opening.said({ type: 'hello', secret: SECRET });
  await opening.said({ type: 'sit', game: 'ttt', name: 'Grace', against: 'friend' });
  const { table } = opening.heard().at(-1);
  opening.session.close();
  await clock.pass(59_000);
  const again = open();
  await again.said({ type: 'hello', secret: SECRET });
  expect(again.heard().at(-1)).toEqual({ type: 'waiting', table, game: 'ttt' });
  await clock.pass(120_000);
  expect(arena.lobby.table(table)?.sitters).toMatchObject([{ name: 'Grace' }]);
  const friend = open();
  await friend.said({ type: 'hello', secret: SECRET.replace('00', 'ff') });
  await friend.said({ type: 'sit', game: 'ttt', name: 'Fred', against: { table } });
  await clock.pass(0);
  expect(again.heard().at(-1)).toMatchObject({ type: 'seated', match: arena.live[0]!.id });
});

test('4.11 nobody waits for longer than a minute for whoever lost the page', async () => {
  const { arena, open, clock } = await site();
  const { said, heard, session } = open();
  await said({ type: 'hello', secret: SECRET });
  await said({ type: 'sit', game: 'ttt', name: 'Grace', against: 'friend' });
  const { table } = heard().at(-1);
  session.close();
  await clock.pass(0);
  expect(arena.lobby.table(table)).toBeDefined();
  await clock.pass(60_000);
  expect(arena.lobby.table(table)).toBeUndefined();
});

test('4.11 a link holds over a restart of the server', async () => {
  const first = await site();
  const before = first.open();
  await before.said({ type: 'hello', secret: SECRET });
  await before.said({ type: 'sit', game: 'ttt', name: 'Grace', against: 'friend' });
  const { table } = before.heard().at(-1);
  const second = await site(undefined, { storage: first.storage });
  await second.arena.restore();
  await second.parts.absent.start();
  await second.arena.lobby.reopen();
  const friend = second.open();
  await friend.said({ type: 'hello', secret: SECRET.replace('00', 'ff') });
  await friend.said({ type: 'sit', game: 'ttt', name: 'Fred', against: { table } });
  await second.clock.pass(0);
  const [match] = second.arena.live;
  expect(match!.record.seats.map(({ name }) => name).sort()).toEqual(['Fred', 'Grace']);
  const again = second.open();
  await again.said({ type: 'hello', secret: SECRET });
  expect(again.heard().at(-1)).toMatchObject({ type: 'hello', matches: [{ id: match!.id }] });
});

test('4.10 who attends a table is told when its match begins, or that it is gone', async () => {
  const { open, clock, arena } = await site();
  const [host, watcher] = [open(), open()];
  await host.said({ type: 'hello', secret: SECRET });
  await host.said({ type: 'sit', game: 'ttt', name: 'Grace', against: 'friend' });
  const { table } = host.heard().at(-1);
  await watcher.said({ type: 'attend', table });
  expect(watcher.heard()).toEqual([]);
  const friend = open();
  await friend.said({ type: 'hello', secret: SECRET.replace('00', 'ff') });
  await friend.said({ type: 'sit', game: 'ttt', name: 'Fred', against: { table } });
  await clock.pass(0);
  const told = [{ type: 'attended', table, match: arena.live[0]!.id }];
  expect(watcher.heard()).toEqual(told);
  const late = open();
  await late.said({ type: 'attend', table });
  expect(late.heard()).toEqual(told);
  await late.said({ type: 'attend', table: 'nothing' });
  expect(late.heard().at(-1)).toEqual({ type: 'attended', table: 'nothing', match: null });
});

test('4.5 whoever closes the page leaves the table', async () => {
  const { arena, open, clock } = await site();
  const { said, session } = open();
  await said({ type: 'hello', secret: SECRET });
  await said({ type: 'sit', game: 'ttt', name: 'Grace', against: 'anyone' });
  expect(arena.lobby.waiting('ttt')).toHaveLength(1);
  session.close();
  await clock.pass(0);
  expect(arena.lobby.waiting('ttt')).toHaveLength(0);
});

test('4.6 a person has at most three matches under way', async () => {
  const { open, clock, arena } = await site();
  const { said, heard } = open();
  await said({ type: 'hello', secret: SECRET });
  for (let i = 0; i < 4; i++) {
    await said({ type: 'sit', game: 'ttt', name: 'Grace', against: { bot: 'simple' } });
    await clock.pass(0);
  }
  expect(arena.live).toHaveLength(3);
  expect(heard().at(-1)).toEqual({ type: 'refused', reason: 'Finish one of your matches first.' });
});

test('4.7, 4.8 a move is taken before the update it causes; an illegal one may be tried again', async () => {
  const { page, match, seat, clock } = await seatedPerson();
  await page.said({ type: 'watch', match: match.id });
  const shown = page.heard().at(-1);
  expect(shown).toMatchObject({ type: 'update', moves: expect.arrayContaining([{ cell: 8 }]) });
  const before = page.heard().length;
  await page.said({ type: 'move', match: match.id, turn: shown.status.number, move: { cell: 99 } });
  await page.said({ type: 'move', match: match.id, turn: shown.status.number, move: { cell: 8 } });
  await clock.pass(0);
  const [refused, taken, update] = page.heard().slice(before);
  expect(refused).toMatchObject({ type: 'refused', match: match.id });
  expect(taken).toEqual({ type: 'taken', match: match.id, turn: shown.status.number });
  expect(update).toMatchObject({ type: 'update', moved: [seat], view: { last: 8 } });
});

test('4.7 who comes back to an own match may have its past, and has the present with the moves', async () => {
  const { page, match, seat, open, clock } = await seatedPerson();
  if (seat === 0) await submit(match, 0, { cell: 8 });
  await clock.pass(0);
  const present = match.position.step;
  expect(present).toBeGreaterThan(0);
  page.session.close();
  const again = open();
  await again.said({ type: 'hello', secret: SECRET });
  await again.said({ type: 'watch', match: match.id, after: -1 });
  const updates = ofType(again.heard(), 'update');
  expect(updates.map(({ step }) => step)).toEqual(Array.from({ length: present + 1 }, (_, step) => step));
  expect(updates.map(({ moves }) => moves.length > 0)).toEqual(updates.map((_, i) => i === present));
});

test('4.8 who resigns loses', async () => {
  const { page, match, seat, clock } = await seatedPerson();
  await page.said({ type: 'resign', match: match.id });
  await clock.pass(0);
  expect(match.outcome).toMatchObject({ forfeit: { seats: [seat], why: 'resigned' } });
});

test('4.9 a person who comes back in time has the seat again', async () => {
  const { page, match, open, clock } = await seatedPerson();
  page.session.close();
  await clock.pass(100_000);
  const again = open();
  await again.said({ type: 'hello', secret: SECRET });
  expect(again.heard()[0]).toMatchObject({ type: 'hello' });
  expect(again.heard().at(-1).matches).toEqual([expect.objectContaining({ id: match.id, game: 'ttt', turn: true })]);
  await clock.pass(100_000);
  expect(match.outcome).toBeUndefined();
  await again.said({ type: 'watch', match: match.id });
  expect(ofType(again.heard(), 'match')[0].seat).toBeGreaterThanOrEqual(0);
});

test('4.9 a person who stays away forfeits', async () => {
  const { page, match, seat, clock } = await seatedPerson();
  page.session.close();
  await clock.pass(180_000);
  expect(match.outcome).toMatchObject({ forfeit: { seats: [seat], why: 'away' } });
});

test('5.1 each person votes once, and the vote decides', async () => {
  const { arena, open, clock } = await site();
  const match = await beginMatch(arena, 'regular_debate', { maxMessages: 1 });
  const { said, heard } = open();
  await said({ type: 'hello', secret: SECRET });
  await said({ type: 'watch', match: match.id });
  await submit(match, 0, { text: 'Yes.' });
  await submit(match, 1, { text: 'No.' });
  await said({ type: 'vote', match: match.id, move: { vote: 1 } });
  await clock.pass(1000);
  expect(ofType(heard(), 'voted')).toEqual([{ type: 'voted', match: match.id }]);
  await said({ type: 'vote', match: match.id, move: { vote: 0 } });
  expect(heard().at(-1)).toMatchObject({ type: 'refused', match: match.id });
  await clock.pass(15_000);
  expect(match.outcome).toMatchObject({ kind: 'over', ranks: [2, 1], scores: [0, 1] });
});

test('2.8 a page that reads too slowly is told the latest step when it has read the rest', async () => {
  const { arena, open } = await site();
  const match = await beginMatch(arena);
  const [page, other] = [open(), open()];
  for (const one of [page, other]) await one.said({ type: 'watch', match: match.id });
  page.slow.isBehind = true;
  for (const [ply, cell] of [0, 1, 2].entries()) await submit(match, ply % 2, { cell });
  page.slow.isBehind = false;
  for (const taken of page.slow.whenTaken.splice(0)) taken();
  await submit(match, 1, { cell: 3 });
  const updates = (heard: Heard[]) => ofType(heard, 'update');
  const steps = (one: { heard(): Heard[] }) => [...new Set(updates(one.heard()).map(({ step }) => step))];
  expect([steps(page), steps(other)]).toEqual([
    [0, 3, 4],
    [0, 1, 2, 3, 4],
  ]);
  const view = (one: { heard(): Heard[] }) =>
    Object.assign({}, ...updates(one.heard()).map(({ view: whole, patch }) => whole ?? patch));
  expect(view(page)).toEqual(view(other));
});

test('2.8 what a slow page asked for it is told in full', async () => {
  const { arena, open } = await site();
  const match = await beginMatch(arena);
  for (const [ply, cell] of [0, 1, 2].entries()) await submit(match, ply % 2, { cell });
  const page = open();
  page.slow.isBehind = true;
  await page.said({ type: 'watch', match: match.id, after: -1 });
  expect(page.heard().flatMap(({ type, step }) => (type === 'update' ? [step] : []))).toEqual([0, 1, 2, 3]);
});
