import { describe, expect, test } from 'vitest';
import { playOut } from './fixture.ts';

describe('a gauntlet', () => {
  test('is one against all, one after the other, from the last seed to the first, seats in turn', () => {
    const { pairings } = playOut({ type: 'gauntlet', challenger: 'A3' }, 5, 'x');
    expect(pairings.map(({ id, agents }) => `${id} ${agents.join(' ')}`)).toEqual([
      'R1M1 A3 A5',
      'R2M1 A4 A3',
      'R3M1 A3 A2',
      'R4M1 A1 A3',
    ]);
  });

  test('has other seats in the second cycle; the first seed is the one when nobody is named or the named did not enter', () => {
    const { pairings } = playOut({ type: 'gauntlet', cycles: 2, challenger: 'nobody' }, 3, 'x');
    expect(pairings.map(({ agents }) => agents.join(' '))).toEqual(['A1 A3', 'A2 A1', 'A3 A1', 'A1 A2']);
  });

  test('goes on past those who withdrew; when the one is gone all others have won', () => {
    const { pairings } = playOut({ type: 'gauntlet' }, 4, 'x', {
      withdraw: (round) => (round === 1 ? ['A1', 'A3'] : []),
    });
    expect(pairings.map(({ agents }) => agents.find((agent) => agent !== 'A1'))).toEqual(['A4', 'A2']);
    expect(pairings[1]!.outcome).toMatchObject({ forfeit: ['A1'] });
  });
});
