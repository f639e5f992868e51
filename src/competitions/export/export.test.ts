import { readFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import { describe, expect, test } from 'vitest';
import { chess } from '../../games/chess/rules.ts';
import { competitionOf, TestLog } from '../fixture.ts';
import { replay } from '../log.ts';
import { csv, pairingsCsv, standingsCsv } from './csv.ts';
import { exportCompetition } from './json.ts';
import { type Played, pgn } from './pgn.ts';
import { trf } from './trf.ts';

const golden = (name: string): Played =>
  JSON.parse(readFileSync(new URL(`../../games/chess/records/${name}.json`, import.meta.url), 'utf8'));

/** Three agents, a Swiss of three rounds: a bye each, one draw, one forfeit. */
function swiss(): TestLog {
  const log = new TestLog(competitionOf({ type: 'swiss', rounds: 3, seeding: 'entry' }));
  log.begin(3);
  log.pairNext();
  log.playDue();
  log.pairNext();
  log.playDue(() => [1, 1]);
  log.pairNext();
  const open = log.state.rounds[2]!.pairings.find(({ outcome }) => !outcome)!;
  log.add({ kind: 'no-show', pairing: open.id, agents: [open.agents[1]!] });
  return log.add({ kind: 'ended', by: 'server', why: 'over', at: Date.UTC(2026, 4, 3) });
}

describe('the export as JSON', () => {
  test('holds all that it takes to replay the competition', () => {
    const { competition, entries, state } = swiss();
    const exported = JSON.parse(JSON.stringify(exportCompetition(competition, entries)));
    const { entries: written, standings, seedHash, ...header } = exported;
    expect(replay(header, written)).toEqual(state);
    expect(standings[0]).toMatchObject({ rank: 1 });
    expect(seedHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('keeps the seed until entry has closed', () => {
    const { competition, entries } = new TestLog(competitionOf({ type: 'swiss' })).enter(3);
    expect(JSON.stringify(exportCompetition(competition, entries))).not.toContain(competition.seed);
  });
});

describe('the export as CSV', () => {
  test('has a line for each agent, and for each agent of each pairing', () => {
    const { competition, state } = swiss();
    const [head, ...rows] = standingsCsv(competition, state).trimEnd().split('\r\n');
    expect(head).toBe('rank,agent,name,points,played,wins,draws,losses,headToHead,buchholz,sonnebornBerger,lot');
    expect(rows).toHaveLength(3);
    const [, first, ...more] = pairingsCsv(state).trimEnd().split('\r\n');
    expect(first).toMatch(/^1,R1M1,,A[12],Agent [12],[12],,played,R1M1\.1$/);
    expect(more).toHaveLength(8);
  });

  test('quotes what has to be quoted, and lets no name be a formula', () => {
    expect(csv([['a,b', 'say "hi"', '=1+1', -1, null, 'two\nlines']])).toBe(
      `"a,b","say ""hi""",'=1+1,-1,,"two\nlines"\r\n`,
    );
  });
});

describe('the games as PGN', () => {
  test('are read back by another program, move by move', () => {
    const names = ['white-mates', 'black-mates', 'draw', 'stalemate', 'forfeit'];
    const log = new TestLog(competitionOf({ type: 'round-robin', seeding: 'entry' })).begin(4);
    const records = new Map<string, Played>();
    while (log.pairNext()) {
      log.playDue();
    }
    for (const [i, match] of log.state.rounds
      .flatMap(({ pairings }) => pairings.flatMap(({ matches }) => matches))
      .entries()) {
      const name = names[i];
      if (name) records.set(match, golden(name));
    }
    const text = pgn(log.competition, log.state, chess, (match) => records.get(match));
    const games = text.split(/\n(?=\[Event )/);
    expect(games).toHaveLength(5);
    for (const [i, game] of games.entries()) {
      const read = new Chess();
      read.loadPgn(game);
      const record = golden(names[i]!);
      const moves = record.entries.flatMap((entry) =>
        entry.kind === 'move' || entry.kind === 'late' ? entry.moves : [],
      );
      expect(read.history({ verbose: true }).map(({ lan }) => lan)).toEqual(
        moves.map(({ move }) => (move as { uci: string }).uci),
      );
      expect(read.getHeaders()).toMatchObject({
        White: record.seats[0]!.name,
        Black: record.seats[1]!.name,
        Site: '?',
      });
    }
    expect(games.map((game) => /\[Result "(.*)"\]/.exec(game)![1])).toEqual([
      '1-0',
      '0-1',
      '1/2-1/2',
      '1/2-1/2',
      expect.stringMatching(/^(1-0|0-1)$/),
    ]);
    expect(games[0]).toContain('[Event "The Cup"]\n');
    const named = { ...log.competition, name: 'The "Open" \\ \n' };
    expect(pgn(named, log.state, chess, (match) => records.get(match))).toContain('[Event "The \\"Open\\" \\\\  "]\n');
    expect(games[0]).toContain('[Round "1.1.1"]\n');
    expect(games[4]).toMatch(/\[Termination "(abandoned|time forfeit|rules infraction)"\]/);
    for (const line of text.split('\n')) if (!line.startsWith('[')) expect(line.length).toBeLessThan(80);
  });
});

describe('the report for FIDE', () => {
  test('has every field in its place', () => {
    const { competition, state } = swiss();
    const lines = trf(competition, state).split('\r\n');
    const at = (line: string, from: number, to: number) => line.slice(from - 1, to);
    expect(lines.slice(0, 9)).toEqual([
      '012 The Cup',
      '022 Online',
      '032 NON',
      '042 1970/01/01',
      '052 2026/05/03',
      '062 3',
      '072 3',
      '092 Individual: Swiss-System',
      '102 Crossplay',
    ]);
    expect(at(lines[9]!, 92, 99)).toBe('70/01/01');
    const players = lines.filter((line) => line.startsWith('001'));
    expect(players.map((line) => [at(line, 5, 8), at(line, 15, 47).trim(), at(line, 49, 52)])).toEqual([
      ['   1', 'Agent 1', '1999'],
      ['   2', 'Agent 2', '1998'],
      ['   3', 'Agent 3', '1997'],
    ]);
    for (const line of players) {
      expect(at(line, 81, 84)).toMatch(/^ [0-3]\.[05]$/);
      expect(at(line, 86, 89)).toMatch(/^ {3}[1-3]$/);
    }
    // Each round: the two that met name each other, with other colours and results that add up; the third has a bye.
    for (const [round, results] of [
      ['1', '0'],
      ['=', '='],
      ['+', '-'],
    ].entries()) {
      const cells = players.map((line) => at(line, 92 + 10 * round, 99 + 10 * round));
      expect(cells.filter((cell) => cell === '0000 - U')).toHaveLength(1);
      const met = cells.flatMap((cell, i) => (cell.startsWith('0000') ? [] : [{ number: i + 1, cell }]));
      expect(met.map(({ cell }) => Number(cell.slice(0, 4)))).toEqual(met.map(({ number }) => number).reverse());
      expect(met.map(({ cell }) => cell[5]).sort()).toEqual(['b', 'w']);
      expect(met.map(({ cell }) => cell[7]).sort()).toEqual([...results].sort());
    }
  });

  test('says who was not paired, and writes long names and missing ratings as they fit', () => {
    const log = new TestLog(competitionOf({ type: 'round-robin', seeding: 'entry' }));
    log
      .add({ kind: 'entered', agent: 'A1', name: 'x'.repeat(50) })
      .add({ kind: 'entered', agent: 'A2', name: 'Zoë', rating: 20_000 });
    log.add({ kind: 'entered', agent: 'A3', name: 'Three', rating: -5 }).add({ kind: 'closed', by: 'host' });
    log.pairNext();
    const players = trf(log.competition, log.state)
      .split('\r\n')
      .filter((line) => line.startsWith('001'));
    expect(players[0]!.slice(14, 52)).toBe(`${'x'.repeat(33)}     `);
    expect(players[0]!.slice(91)).toBe('0000 - Z');
    expect(players[1]!.slice(14, 52)).toBe(`${'Zoë'.padEnd(34)}9999`);
    expect(players[2]!.slice(48, 52)).toBe('   0');
    expect(players[1]!.slice(91)).toBe('   3 w');
  });
});
