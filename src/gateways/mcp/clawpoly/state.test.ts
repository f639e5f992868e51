import { expect, test } from 'vitest';
import type { View } from '../../../games/clawpoly/view.ts';
import { type Decision, decisionOf, instructionFor } from './state.ts';

const square = (canBuildOutpost: boolean) => ({
  index: 37,
  name: 'Leviathan’s Throne',
  outpostCost: 200,
  fortressCost: 1000,
  currentOutposts: 2,
  canBuildOutpost,
  canBuildFortress: false,
});

const building = (canBuildOutpost: boolean): View =>
  ({
    players: [{ money: 900 }],
    prompt: { phase: 'build', seat: 0, buildableProperties: [square(canBuildOutpost)] },
  }) as unknown as View;

test('a seat is asked to build where it can, and not asked where the server ends its turn', () => {
  expect(decisionOf(building(true), 0)).toMatchObject({ type: 'build', buildableSquares: [{ index: 37 }] });
  expect(decisionOf(building(false), 0)).toBeNull();
});

test('a card is named to those who have one', () => {
  const trapped = (hasEscapeCard: boolean): Decision => ({ type: 'lobster_pot', turnsTrapped: 1, hasEscapeCard });
  expect(instructionFor(trapped(true))).toContain('escape_card');
  expect(instructionFor(trapped(false))).not.toContain('escape_card');
});
