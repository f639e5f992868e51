// Longer than most files: the hub as a person walks through it.
import { afterEach, expect, it } from 'vitest';
import { loadGames } from '../../../games/load.ts';
import { manifests } from '../../../games/manifests.ts';
import { House } from '../../../house/house.ts';
import { type Fixture, fixture } from '../fixture.ts';
import { TestTerminal } from './fixture-terminal.ts';
import { Hub } from './hub.ts';

const { bots } = await loadGames(manifests);
const open: { table: Fixture; hub: Hub; house: House }[] = [];

async function visit(table?: Fixture) {
  const at = table ?? (await fixture());
  const { clock, parts } = at;
  const { arena } = parts;
  const house = new House({
    arena,
    bots,
    clock,
    patience: undefined,
    fault: (error) => at.faults.push(error),
  });
  const terminal = new TestTerminal();
  const matches = { full: false };
  const practice = {
    names: (game: string) => house.names(game),
    sitter: (game: string, name?: string) => house.sitter(game, name),
    isFull: () => matches.full,
    began() {},
  };
  const hub = new Hub({ arena, clock, practice, games: parts.games }, terminal, 'guest');
  open.push({ table: at, hub, house });
  const look = async (): Promise<string> => {
    await at.settle();
    await at.clock.pass(50);
    await at.settle();
    await at.clock.pass(50);
    return terminal.shows;
  };
  const press = async (...keys: string[]): Promise<string> => {
    for (const key of keys) {
      hub.receive(Buffer.from(KEYS[key] ?? key));
      await look();
    }
    return look();
  };
  await look();
  return { table: at, hub, terminal, press, look, matches };
}

const KEYS: { [name: string]: string } = {
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  end: '\x1b[F',
  home: '\x1b[H',
  enter: '\r',
  escape: '\x1b',
};

afterEach(async () => {
  for (const { table, hub, house } of open.splice(0)) {
    hub.close();
    table.arena.stop();
    await house.close();
    expect(table.faults).toEqual([]);
  }
});

/** Alice beats Bob at tic-tac-toe. */
async function played(): Promise<Fixture> {
  const table = await fixture();
  const agents = [table.connect('alice', 'ttt'), table.connect('bob', 'ttt')];
  for (const name of ['alice', 'bob'])
    await table.storage.agents.create({ id: `id-${name}`, name, description: '', at: 0 });
  await table.settle();
  for (const [i, cell] of ['4', '0', '2', '1', '6'].entries()) {
    agents[i % 2]!.session.receive(JSON.stringify({ type: 'move', move: cell }));
    await table.settle();
  }
  return table;
}

it('6.1 the first screen shows the games', async () => {
  const { terminal } = await visit(await played());
  expect(`\n${terminal.shows}\n`).toMatchInlineSnapshot(`
    "
     Crossplay · Games                                                       guest

       Game                      Live   Leader

     > Chess                        -   -
       Connect Four                 -   -
       Echo                         -   -
       Go                           -   -
       Skill Gomoku                 -   -
       Tic-Tac-Toe                  -   alice 1516













     ↑↓ choose   enter ladder and practice   m matches   q quit
    "
  `);
});

it('6.1 a game shows its ladder', async () => {
  const { press } = await visit(await played());
  expect(`\n${await press('end', 'enter')}\n`).toMatchInlineSnapshot(`
    "
     Crossplay · Tic-Tac-Toe                                                 guest

        #  Agent                            Rating    Won  Drawn   Lost

        1  alice                              1516      1      0      0
        2  bob                                1484      0      0      1

















     ↑↓ scroll   m matches   p practice   esc back   q quit
    "
  `);
});

it('6.1 6.3 a finished match is replayed move by move', async () => {
  const { press, table } = await visit(await played());
  expect(await press('m')).toMatch(/> 01-01 00:00 UTC +ttt +alice beat bob \(three in a row\)/);
  expect(await press('enter')).toContain('Step 0 of 5');
  expect(`\n${await press('right', 'right', 'right')}\n`).toMatchInlineSnapshot(`
    "
     Crossplay · Tic-Tac-Toe: replay                                         guest

      O │ 1 │ X       X alice
     ───┼───┼───    > O bob
      3 │ X │ 5
     ───┼───┼───    Step 3 of 5
      6 │ 7 │ 8
                      X: 4
                      O: 0
                    > X: 2
                      O: 1
                      X: 6











     ←→ step   home/end   space play   esc back   q quit
    "
  `);
  expect(await press('end')).toMatch(/Step 5 of 5\n.*alice won \(three in a row\)/);
  expect(await press('left')).toContain('Step 4 of 5');
  expect(await press('home', ' ')).toContain('Step 0 of 5 (playing)');
  await table.clock.pass(2000);
  expect(await press()).toContain('Step 2 of 5 (playing)');
  expect(await press(' ')).toMatch(/Step 2 of 5\n/);
  expect(await press('escape')).toContain('alice beat bob');
});

it('6.1 6.3 a live match is watched as it goes on', async () => {
  const { table, press, look } = await visit();
  const alice = table.connect('alice', 'c4');
  const bob = table.connect('bob', 'c4');
  await table.settle();
  expect(await press('m')).toMatch(/> live now +c4 +alice – bob/);
  expect(await press('enter')).toMatch(/> X alice/);
  expect(await look()).toContain('15 s on the clock');
  await table.clock.pass(4000);
  expect(await look()).toContain('11 s on the clock');
  alice.session.receive('{"type":"move","move":"3"}');
  expect(await look()).toMatch(/· · · X · · ·/);
  expect(await look()).toMatch(/> O bob/);
  expect(table.arena.live[0]!.record.seats).toHaveLength(2);
  bob.session.close();
  expect(await look()).toMatch(/alice won \(forfeit: connection closed\)/);
  expect(await press('enter')).toContain('Step 0 of 2');
});

it('6.2 practice: from an address that plays against many bots already nothing begins', async () => {
  const { table, press, matches } = await visit();
  matches.full = true;
  expect(await press('end', 'enter', 'p', 'enter')).toContain('Too many matches against bots');
  expect(await table.parts.arena.live()).toEqual([]);
});

it('6.2 practice: the person is X, may try again, and nothing is rated', async () => {
  const { table, press, look } = await visit();
  expect(`\n${await press('end', 'enter', 'p')}\n`).toMatchInlineSnapshot(`
    "
     Crossplay · Tic-Tac-Toe: practice                                       guest

     Practice Tic-Tac-Toe against a house bot. You move first; nothing is rated.

     > easy
       medium
       hard
















     ↑↓ choose a strength   enter begin   esc back   q quit
    "
  `);
  const first = await press('enter');
  expect(first).toMatch(/> X guest/);
  expect(first).toMatch(/O House bot \(easy\)/);
  const [match] = table.arena.live;
  expect(match!.record.terms.rated).toBe(false);
  expect(match!.record.seats.map(({ kind }) => kind)).toEqual(['human', 'bot']);
  expect(await press('4')).toMatch(/│ X │/);
  expect(await press('4')).toContain('Cell 4 is taken.');
  expect(await press('x')).toContain('"x" is not a move.');
  for (const cell of '012356789') if (!match!.outcome) await press(cell);
  expect(match!.outcome?.kind).toBe('over');
  expect(await look()).toContain('enter play again   r replay');
  expect(await press('r')).toContain('Step 0 of');
  expect(await press('escape', 'enter')).toContain('Practice Tic-Tac-Toe');
  expect(await table.arena.ladder('ttt', 10)).toEqual([]);
});

it('6.2 where moves are words they are typed, and leaving gives up', async () => {
  const { table, press, terminal } = await visit();
  await press('home', 'enter', 'p', 'enter');
  expect(await press('e', '5', 'enter')).toContain('is not a move');
  expect(await press('q', 'e', '4')).toContain('Your move: qe4_');
  await press('\x7f', '\x7f', '\x7f', 'e', '4', 'enter');
  const [match] = table.arena.live;
  expect(match!.position.step).toBeGreaterThanOrEqual(1);
  await press('escape', 'y');
  expect(match!.outcome).toMatchObject({ forfeit: { seats: [0], why: 'left' } });
  expect(terminal.ended).toBe(false);
});

it('6.6 giving up is asked for; Alt and slow arrows give up nothing', async () => {
  const { table, press, hub, look } = await visit();
  await press('end', 'enter', 'p', 'enter');
  const [match] = table.arena.live;
  expect(await press('escape')).toContain('Give up this game? y/n');
  expect(await press('n')).not.toContain('Give up');
  expect(await press('\x1bx')).not.toContain('Give up');
  hub.receive(Buffer.from('\x1b'));
  await table.clock.pass(30);
  hub.receive(Buffer.from('[A'));
  expect(await look()).not.toContain('Give up');
  expect(await press('q')).toContain('Give up this game? y/n');
  expect(match!.outcome).toBeUndefined();
  await press('y');
  expect(match!.outcome).toMatchObject({ forfeit: { seats: [0], why: 'left' } });
});

it('6.7 the last move is shown in practice and live, in go with the captures; pass is always listed', async () => {
  const { table, press, look } = await visit();
  const [alice, bob] = [table.connect('alice', 'c4'), table.connect('bob', 'c4')];
  await table.settle();
  await press('m', 'enter');
  expect(await look()).not.toContain('Last move');
  alice.session.receive('{"type":"move","move":"3"}');
  expect(await look()).toContain('Last move: X 3');
  bob.session.close();
  await press('escape', 'escape');
  const go = await press('home', 'down', 'down', 'down', 'enter', 'p', 'enter');
  expect(go).toContain('Captures: 0 by X, 0 by O');
  expect(go).toMatch(/… pass/);
});

it('6.7 a move in the wrong case is understood where it can mean only one', async () => {
  const { table, press } = await visit();
  await press('home', 'enter', 'p', 'enter');
  await press('n', 'f', '3', 'enter');
  const [match] = table.arena.live;
  expect(match!.record.entries[0]).toMatchObject({ kind: 'move', moves: [{ seat: 0 }] });
});

it('6.1 the choice stays on its match when others begin', async () => {
  const { table, press, look } = await visit(await played());
  expect(await press('m')).toMatch(/> 01-01 00:00 UTC +ttt +alice beat bob/);
  table.connect('carol', 'c4');
  table.connect('dave', 'c4');
  await table.settle();
  await table.clock.pass(600);
  const shown = await look();
  expect(shown).toMatch(/live now +c4 +carol – dave/);
  expect(shown).toMatch(/> 01-01 00:00 UTC +ttt/);
});

it('6.1 the first screen offers practice only where there is some', async () => {
  const { press } = await visit();
  expect(await press('home')).toContain('enter ladder and practice');
  expect(await press('down', 'down')).toMatch(/enter ladder {3}m matches/);
});

it.each(['q', '\x03', '\x04'])('6.5 the key %j quits', async (key) => {
  const { press, terminal } = await visit();
  await press(key);
  expect(terminal.ended).toBe(true);
});

it('6.5 an hour without a key quits', async () => {
  const { table, terminal, press } = await visit();
  await table.clock.pass(3_599_000);
  await press('down');
  await table.clock.pass(3_599_000);
  expect(terminal.ended).toBe(false);
  await table.clock.pass(1000);
  expect(terminal.ended).toBe(true);
});

it('6.1 a window of another size is drawn anew, and one that is too small says so', async () => {
  const { hub, terminal, look } = await visit();
  terminal.size = { columns: 30, rows: 8 };
  hub.resize();
  expect(await look()).toContain('larger');
  terminal.size = { columns: 120, rows: 40 };
  hub.resize();
  expect((await look()).split('\n')).toHaveLength(40);
});

it('6.1 the smallest window still shows the whole board, and its title apart from the name', async () => {
  const { hub, terminal, press, look } = await visit();
  await press('end', 'enter', 'p', 'enter');
  terminal.size = { columns: 40, rows: 10 };
  hub.resize();
  expect(await look()).toContain(
    [
      ' Crossplay · Tic-Tac-Toe: practi guest',
      '',
      '  0 │ 1 │ 2     > X guest',
      ' ───┼───┼───      O House bot (easy)',
      '  3 │ 4 │ 5',
      ' ───┼───┼───    Your move: _',
      '  6 │ 7 │ 8',
    ].join('\n'),
  );
});

it('5.5 a terminal that does not read gets no more pictures until it has caught up', async () => {
  const { terminal, press, look } = await visit();
  terminal.unread = 100_000;
  const before = terminal.written;
  await press('down', 'down');
  expect(terminal.written).toBe(before);
  terminal.unread = 0;
  await look();
  expect(terminal.written).toBeGreaterThan(before);
});
