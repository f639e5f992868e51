// Longer than most files: every kind of entry and every way in which it is refused.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefused } from './competition.ts';
import { competitionOf, favourites, TestLog } from './fixture.ts';
import type { Format } from './format.ts';
import { applyAll, begin, type Entry, replay } from './log.ts';
import { noShow } from './no-shows.ts';
import { standings } from './standings.ts';
import { dueMatches, findPairing, pairingsOf, type State, seededOf } from './state.ts';

const log = (format: Format = { type: 'round-robin', seeding: 'entry' }) => new TestLog(competitionOf(format));
const outcome = ({ state }: TestLog, id: string) => findPairing(state, id)!.outcome;

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freezeDeep(inner);
  }
  return value;
}

describe('entry', () => {
  test('takes each agent once, until it closes', () => {
    const cup = log().enter(2);
    const again = { kind: 'entered', agent: 'A1', name: 'Agent 1' };
    expect(cup.refused(again)).toBe('entered-already');
    cup.add({ kind: 'closed', by: 'host' });
    expect(cup.refused({ kind: 'entered', agent: 'A3', name: 'Agent 3' })).toBe('closed');
    expect(cup.refused({ kind: 'closed', by: 'host' })).toBe('closed-already');
    expect(cup.state.entrants.map(({ seed }) => seed)).toEqual([1, 2]);
  });

  test('needs two to close, and in heats as many as a heat', () => {
    expect(log().enter(1).refused({ kind: 'closed', by: 'host' })).toBe('too-few');
    const heats: Format = { type: 'heats', seats: 4, least: 4, advance: 2 };
    expect(log(heats).enter(3).refused({ kind: 'closed', by: 'host' })).toBe('too-few');
    expect(log(heats).enter(4).refused({ kind: 'closed', by: 'host' })).toBeUndefined();
  });

  test('keeps its limits on number, rating and owner', () => {
    const entry = { max: 3, minRating: 1000, maxRating: 2000, perOwner: 1 };
    const cup = new TestLog(competitionOf({ type: 'swiss' }, { entry }));
    const enter = (agent: string, rating?: number, owner?: string) => ({
      kind: 'entered',
      agent,
      name: agent,
      rating,
      owner,
    });
    expect(cup.refused(enter('A'))).toBe('unrated');
    expect(cup.refused(enter('A', 999))).toBe('rating');
    expect(cup.refused(enter('A', 2001))).toBe('rating');
    cup.add(enter('A', 1500, 'school'));
    expect(cup.refused(enter('B', 1500, 'school'))).toBe('owner');
    expect(cup.refused(enter('B', 1500))).toBe('owner');
    cup.add(enter('B', 1500, 'club'), enter('C', 1000, 'guild'));
    expect(cup.refused(enter('D', 1500))).toBe('full');
  });

  test('can be taken back and made again while it is open', () => {
    const cup = log().enter(2).add({ kind: 'withdrew', agent: 'A1', by: 'A1', why: '' });
    expect(cup.state.entrants.map(({ agent }) => agent)).toEqual(['A2']);
    expect(cup.refused({ kind: 'withdrew', agent: 'A1', by: 'A1', why: '' })).toBe('not-entered');
    cup.add({ kind: 'entered', agent: 'A1', name: 'Agent 1' });
    expect(cup.state.entrants).toHaveLength(2);
  });
});

describe('results', () => {
  test('of a pairing that is over, of no pairing, of a match that counts no more and of others are refused', () => {
    const cup = log().begin(2);
    cup.pairNext();
    const result = {
      kind: 'result',
      pairing: 'R1M1',
      game: 1,
      match: 'm',
      agents: ['A1', 'A2'],
      ranks: [1, 2],
      reason: 'x',
    };
    expect(cup.refused({ ...result, pairing: 'R9M1' })).toBe('unknown-pairing');
    expect(cup.refused({ ...result, pairing: 'nonsense' })).toBe('unknown-pairing');
    expect(cup.refused({ ...result, game: 2 })).toBe('stale');
    expect(cup.refused({ ...result, agents: ['A1', 'A3'] })).toBe('wrong-agents');
    expect(cup.refused({ ...result, ranks: [1] })).toBe('wrong-agents');
    cup.add(result);
    expect(cup.refused(result)).toBe('pairing-over');
    expect(cup.refused({ ...result, game: 2 })).toBe('pairing-over');
    expect(cup.state.undecided).toBe(0);
  });

  test('of several games decide a pairing together, and a void match is played again', () => {
    const cup = log({ type: 'swiss', rounds: 1, bestOf: 3, seeding: 'entry' }).begin(2);
    cup.pairNext();
    expect(dueMatches(cup.state).map(({ game, seats }) => [game, seats.join(' ')])).toEqual([
      [1, cup.state.rounds[0]!.pairings[0]!.agents.join(' ')],
    ]);
    cup.playDue();
    const [first] = cup.state.rounds[0]!.pairings[0]!.games;
    const [due] = dueMatches(cup.state);
    expect(due!.seats).toEqual([...first!.agents].reverse());
    cup.add({
      kind: 'result',
      pairing: 'R1M1',
      game: 2,
      match: 'void',
      agents: due!.seats,
      ranks: null,
      reason: 'error',
    });
    expect(dueMatches(cup.state)[0]).toMatchObject({ game: 3, seats: due!.seats });
    cup.playDue();
    expect(outcome(cup, 'R1M1')).toMatchObject({ reason: 'score', scores: expect.arrayContaining([2, 0]) });
    expect(findPairing(cup.state, 'R1M1')!.matches).toEqual(['R1M1.1', 'void', 'R1M1.3']);
  });

  test('lead to the same state in whatever order they come within a round', () => {
    const formats: Format[] = [
      { type: 'swiss', rounds: 3 },
      { type: 'knockout', bestOf: 2 },
      { type: 'double-knockout' },
      { type: 'heats', seats: 4, advance: 2, bestOf: 2 },
      { type: 'round-robin' },
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.integer({ min: 4, max: 10 }),
        fc.infiniteStream(fc.nat(1000)),
        (format, count, keys) => {
          const straight = log(format).begin(count);
          const mixed = log(format).begin(count);
          const drawnBy = (agents: string[]) => agents.map((agent) => 1 + (Number(agent.slice(1)) % 2));
          while (straight.pairNext()) {
            mixed.pairNext();
            while (straight.state.undecided) straight.playDue(drawnBy);
            while (mixed.state.undecided) {
              const due = dueMatches(mixed.state)
                .map((one) => ({ one, key: keys.next().value! }))
                .sort((a, b) => a.key - b.key);
              mixed.playDue(drawnBy, [due[0]!.one]);
            }
            expect(timeless(mixed.state)).toEqual(timeless(straight.state));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

const timeless = ({ rounds, entrants, undecided, entries }: State) => ({
  entrants,
  undecided,
  entries,
  rounds: rounds.map(({ pairings }) => pairings),
});

describe('a round', () => {
  test('is paired once, and nobody is in two pairings at once', () => {
    const cup = log().begin(4);
    cup.pairNext();
    const [first] = cup.entries.slice(-1) as [Entry & { kind: 'paired' }];
    expect(cup.refused(first)).toBe('paired-already');
    expect(cup.refused({ ...first, round: 2 })).toBe('busy');
    cup.playDue();
    expect(cup.refused({ kind: 'paired', round: 2, pairings: [{ id: 'R2M1', round: 2, agents: ['A1', 'A1'] }] })).toBe(
      'busy',
    );
    expect(cup.refused({ kind: 'paired', round: 2, pairings: [{ id: 'R2M1', round: 2, agents: ['A1', 'A9'] }] })).toBe(
      'not-entered',
    );
  });

  test('is not paired while the competition is open, paused or over', () => {
    const round = { kind: 'paired', round: 1, pairings: [] };
    const cup = log().enter(2);
    expect(cup.refused(round)).toBe('not-running');
    cup.add({ kind: 'closed', by: 'host' }, { kind: 'paused', by: 'host' });
    expect(cup.refused(round)).toBe('not-running');
    cup.add({ kind: 'resumed', by: 'host' }, { kind: 'ended', by: 'host', why: 'rain' });
    expect(cup.refused(round)).toBe('over');
  });
});

describe('who does not come', () => {
  test('loses the pairing; who comes has won it', () => {
    const cup = log().begin(2);
    cup.pairNext();
    cup.add({ kind: 'no-show', pairing: 'R1M1', agents: ['A1'] });
    expect(outcome(cup, 'R1M1')).toMatchObject({ ranks: [2, 1], reason: 'no-show', forfeit: ['A1'] });
    expect(cup.refused({ kind: 'no-show', pairing: 'R1M1', agents: ['A2'] })).toBe('pairing-over');
  });

  test('is named among the agents of the pairing', () => {
    const cup = log().begin(4);
    cup.pairNext();
    expect(cup.refused({ kind: 'no-show', pairing: 'R1M1', agents: ['A2'] })).toBe('wrong-agents');
    expect(cup.refused({ kind: 'no-show', pairing: 'R1M1', agents: [] })).toBe('wrong-agents');
  });

  test('three times in a row is withdrawn; coming once in between begins the count anew', () => {
    const cup = log().begin(6);
    const absent = (agent: string) => {
      cup.pairNext();
      const pairing = pairingsOf(cup.state).find(({ agents, outcome: over }) => !over && agents.includes(agent))!;
      cup.add(...noShow(cup.state, pairing.id, [agent], 5));
      cup.playDue();
    };
    absent('A6');
    absent('A6');
    cup.pairNext();
    cup.playDue();
    absent('A6');
    expect(cup.state.entrants.find(({ agent }) => agent === 'A6')!.withdrew).toBe(false);
    const other = log({ type: 'round-robin', cycles: 2, seeding: 'entry' }).begin(4);
    for (let round = 1; round <= 3; round++) {
      other.pairNext();
      const pairing = pairingsOf(other.state).find(({ agents, outcome: over }) => !over && agents.includes('A4'))!;
      other.add(...noShow(other.state, pairing.id, ['A4'], 5));
      other.playDue();
    }
    expect(other.entries.filter(({ kind }) => kind === 'withdrew')).toEqual([
      { at: 5, kind: 'withdrew', agent: 'A4', by: 'server', why: 'no-shows' },
    ]);
    other.pairNext();
    expect(pairingsOf(other.state).filter(({ round, outcome: over }) => round === 4 && over)).toHaveLength(1);
  });

  test('in a heat leaves the others to play', () => {
    const cup = log({ type: 'heats', seats: 4, advance: 2, seeding: 'entry' }).begin(4);
    cup.pairNext();
    cup.add({ kind: 'no-show', pairing: 'R1M1', agents: ['A2'] });
    expect(dueMatches(cup.state)[0]).toMatchObject({ game: 2, seats: ['A1', 'A3', 'A4'] });
    cup.playDue();
    expect(outcome(cup, 'R1M1')).toMatchObject({ ranks: [1, 4, 2, 3], forfeit: ['A2'] });
  });
});

describe('who withdraws', () => {
  test('loses what it has open, keeps what it won, and cannot withdraw again', () => {
    const cup = log().begin(4);
    cup.pairNext();
    cup.playDue();
    cup.pairNext();
    cup.add({ kind: 'withdrew', agent: 'A1', by: 'A1', why: '' });
    const open = pairingsOf(cup.state).find(({ round, agents }) => round === 2 && agents.includes('A1'))!;
    expect(open.outcome).toMatchObject({ reason: 'withdrew', forfeit: ['A1'] });
    expect(cup.refused({ kind: 'withdrew', agent: 'A1', by: 'A1', why: '' })).toBe('withdrew-already');
    expect(cup.refused({ kind: 'withdrew', agent: 'A9', by: 'A9', why: '' })).toBe('not-entered');
    const rows = standings(cup.competition.format, seededOf(cup.state), pairingsOf(cup.state), cup.competition.seed);
    expect(rows.find(({ agent }) => agent === 'A1')).toMatchObject({ points: 1, losses: 1 });
  });

  test('from a heat under way leaves its match as it is', () => {
    const cup = log({ type: 'heats', seats: 4, advance: 2, seeding: 'entry' }).begin(4);
    cup.pairNext();
    cup.add({ kind: 'withdrew', agent: 'A1', by: 'A1', why: '' });
    cup.add({
      kind: 'result',
      pairing: 'R1M1',
      game: 1,
      match: 'm',
      agents: ['A1', 'A2', 'A3', 'A4'],
      ranks: [4, 1, 2, 3],
      reason: 'x',
    });
    expect(outcome(cup, 'R1M1')).toMatchObject({ ranks: [4, 1, 2, 3], forfeit: ['A1'] });
  });
});

describe('a pause', () => {
  test('stops and goes on; results still count in it', () => {
    const cup = log().begin(2);
    expect(cup.refused({ kind: 'resumed', by: 'host' })).toBe('not-paused');
    cup.pairNext();
    cup.add({ kind: 'paused', by: 'host', at: 100 });
    expect(cup.refused({ kind: 'paused', by: 'host' })).toBe('not-running');
    cup.playDue();
    cup.add({ kind: 'resumed', by: 'host', at: 400 });
    expect(cup.state).toMatchObject({ status: 'running', pausedFor: 300, pausedAt: null, undecided: 0 });
  });
});

describe('a correction', () => {
  test('gives a result with a reason, also instead of another', () => {
    const cup = log().begin(4);
    cup.pairNext();
    cup.playDue();
    cup.pairNext();
    const correction = { kind: 'corrected', pairing: 'R1M1', ranks: [2, 1], by: 'host', why: 'a wrong rule' };
    expect(cup.refused({ ...correction, why: ' ' })).toBe('no-reason');
    expect(cup.refused({ ...correction, ranks: [1] })).toBe('wrong-ranks');
    expect(cup.refused({ ...correction, ranks: [2, 2] })).toBe('wrong-ranks');
    expect(cup.refused({ ...correction, ranks: [1, 3] })).toBe('wrong-ranks');
    expect(cup.refused({ ...correction, pairing: 'R7M1' })).toBe('unknown-pairing');
    cup.add(correction);
    expect(outcome(cup, 'R1M1')).toEqual({ ranks: [2, 1], reason: 'corrected' });
    expect(findPairing(cup.state, 'R1M1')!.corrected).toEqual({ by: 'host', why: 'a wrong rule' });
    expect(cup.state.undecided).toBe(2);
  });

  test('has a pairing of the last round played anew; a match that was under way counts no more', () => {
    const cup = log().begin(4);
    cup.pairNext();
    const before = dueMatches(cup.state)[0]!;
    const anew = { kind: 'corrected', pairing: 'R1M1', ranks: 'replay', by: 'host', why: 'a cut line' };
    cup.add(anew);
    expect(
      cup.refused({
        kind: 'result',
        pairing: 'R1M1',
        game: before.game,
        match: 'm',
        agents: before.seats,
        ranks: [1, 2],
        reason: 'x',
      }),
    ).toBe('stale');
    cup.playDue();
    cup.add(anew);
    expect(cup.state.undecided).toBe(1);
    expect(dueMatches(cup.state)[0]!.game).toBe(4);
    cup.playDue();
    cup.pairNext();
    expect(cup.refused(anew)).toBe('too-late');
  });

  test('in a knockout comes before the next round or not at all, and somebody has to win', () => {
    const cup = log({ type: 'knockout', seeding: 'entry' }).begin(3);
    cup.pairNext();
    cup.playDue();
    const real = pairingsOf(cup.state).find(({ agents }) => agents.length === 2)!.id;
    const bye = pairingsOf(cup.state).find(({ agents }) => agents.length === 1)!.id;
    const give = { kind: 'corrected', pairing: real, ranks: [1, 1], by: 'host', why: 'because' };
    expect(cup.refused(give)).toBe('needs-winner');
    expect(cup.refused({ ...give, pairing: bye })).toBe('bye');
    cup.add({ ...give, ranks: [2, 1] });
    cup.pairNext();
    expect(cup.refused({ ...give, ranks: [1, 2] })).toBe('too-late');
  });

  test('in an arena does not bring an agent into two pairings at once', () => {
    const cup = log({ type: 'arena', minutes: 5, seeding: 'entry' }).begin(3);
    cup.pairNext();
    cup.playDue();
    cup.pairNext();
    expect(cup.refused({ kind: 'corrected', pairing: 'R1M1', ranks: 'replay', by: 'host', why: 'because' })).toBe(
      'busy',
    );
    cup.playDue();
    expect(
      cup.refused({ kind: 'corrected', pairing: 'R1M1', ranks: 'replay', by: 'host', why: 'because' }),
    ).toBeUndefined();
  });
});

describe('a log', () => {
  test('replays to the same state from what was written as JSON, and changes no state on the way', () => {
    const cup = log({ type: 'double-knockout' }).begin(6);
    while (cup.pairNext()) while (cup.state.undecided) cup.playDue(favourites);
    cup.add({ kind: 'ended', by: 'server', why: 'over' });
    const entries = JSON.parse(JSON.stringify(cup.entries)) as Entry[];
    expect(replay(cup.competition, entries)).toEqual(cup.state);
    let state = begin();
    for (const entry of entries) {
      const next = applyAll(cup.competition, freezeDeep(state), [entry]);
      if (isRefused(next)) throw new Error(next.reason);
      state = next;
    }
    expect(state).toEqual(cup.state);
  });

  test('that cannot have been written is not replayed', () => {
    const { competition } = log();
    expect(() => replay(competition, [{ at: 0, kind: 'closed', by: 'host' }])).toThrow('cannot be replayed');
  });

  test('ends once', () => {
    const cup = log().begin(2).add({ kind: 'ended', by: 'host', why: 'rain' });
    expect(cup.refused({ kind: 'ended', by: 'host', why: 'rain' })).toBe('over');
    expect(cup.refused({ kind: 'entered', agent: 'A9', name: 'Agent 9' })).toBe('over');
    expect(cup.state.ended).toMatchObject({ by: 'host', why: 'rain' });
  });
});
