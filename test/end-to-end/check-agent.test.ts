import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { check, scenariosOf } from '../../src/cli/check/check-agent.ts';
import { type Scenario, scenarios } from '../../src/cli/check/scenarios.ts';
import { wires } from '../../src/cli/check/wires/index.ts';
import { loadGame } from '../../src/duel/catalogue.ts';
import { Children } from '../../src/duel/players/children.ts';

const LONG = 300_000;
const children = new Children();
afterAll(() => children.endAll());

async function checked(protocol: string, flaw: string, chosen: readonly Scenario[], patience: number) {
  const wire = wires[protocol]!;
  const game = (await loadGame(wire.game))!;
  const command = `"${process.execPath}" "${join(import.meta.dirname, `../agents/${protocol}.mjs`)}" ${flaw}`;
  return check({ protocol, wire, game, command, patience, children }, chosen);
}

describe.concurrent('a right agent passes', () => {
  test.each(Object.keys(wires))('of %s', { timeout: LONG }, async (protocol) => {
    const chosen = scenariosOf(wires[protocol]!);
    const findings = await checked(protocol, '', chosen, 60_000);
    expect(findings.filter(({ right }) => !right)).toEqual([]);
    expect(findings.map(({ scenario }) => scenario)).toEqual(chosen.map(({ name }) => name));
    expect(findings.every(({ frames }) => frames.length > 0)).toBe(true);
  });
});

interface Broken {
  protocol: string;
  flaw: string;
  scenario: string;
  rule: string;
  says: RegExp;
  patience?: number;
}

const BROKEN: Broken[] = [
  { protocol: 'agentgames', flaw: 'gives-up', scenario: 'restart', rule: '5.1', says: /did not come back/ },
  { protocol: 'agentgames', flaw: 'strict', scenario: 'unknown fields', rule: '3.13', says: /was gone|left its match/ },
  { protocol: 'agentgames', flaw: 'no-forfeit', scenario: 'opponent late', rule: '4.1', says: /end of its match/ },
  { protocol: 'agentgames', flaw: 'mute', scenario: 'first seat', rule: '3.12', says: /did not decide/, patience: 500 },
  { protocol: 'agentgames', flaw: 'illegal', scenario: 'first seat', rule: '3.8', says: /not in legal/ },
  { protocol: 'agentgames', flaw: 'twice', scenario: 'first seat', rule: '3.10', says: /not asked/ },
  { protocol: 'agentgames', flaw: 'talks', scenario: 'second seat', rule: '3.9', says: /neither a join nor a move/ },
  { protocol: 'agentgames', flaw: 'impatient', scenario: 'nobody there', rule: '2.6', says: /did not wait/ },
  { protocol: 'loa', flaw: 'unauthenticated', scenario: 'first seat', rule: '2.2', says: /Not authenticated/ },
  { protocol: 'loa', flaw: 'rejoins', scenario: 'restart', rule: '3.3', says: /Already in a game/ },
  { protocol: 'loa', flaw: 'twice', scenario: 'first seat', rule: '5.1', says: /refused/ },
  {
    protocol: 'loa',
    flaw: 'ignores-refusal',
    scenario: 'refused move',
    rule: '5.2',
    says: /not decide/,
    patience: 1000,
  },
  { protocol: 'agon', flaw: 'no-waiting', scenario: 'second seat', rule: '3.5', says: /NOT_YOUR_TURN/ },
  { protocol: 'clawpoly', flaw: 'never-ends', scenario: 'first seat', rule: '6.1', says: /not decide/, patience: 1000 },
  { protocol: 'league', flaw: 'capitals', scenario: 'first seat', rule: '6.6', says: /E004/ },
  { protocol: 'league', flaw: 'refuses-notices', scenario: 'first seat', rule: '6.2', says: /404/ },
  { protocol: 'http', flaw: 'old-turn', scenario: 'second seat', rule: '5.3', says: /409/ },
  { protocol: 'http', flaw: 'busy', scenario: 'nobody there', rule: '3.2', says: /again and again/ },
  { protocol: 'http', flaw: 'no-retry', scenario: 'restart', rule: '2.5', says: /did not come back/ },
  { protocol: 'mcp', flaw: 'illegal', scenario: 'first seat', rule: '3.3', says: /refused/ },
];

describe.concurrent('a broken agent is caught for what it does wrong', () => {
  test.each(BROKEN)('$protocol, $flaw: $scenario', { timeout: LONG }, async (broken) => {
    const { protocol, flaw, scenario, rule, says, patience = 60_000 } = broken;
    const chosen = scenarios.filter(({ name }) => name === scenario);
    const findings = await checked(protocol, flaw, chosen, patience);
    const caught = findings.find((one) => !one.right && one.rule === rule && says.test(one.says));
    expect(findings.map(({ right, rule: its, says: words }) => ({ right, its, words }))).toContainEqual(
      expect.objectContaining({ right: false, its: rule, words: expect.stringMatching(says) }),
    );
    expect(caught!.frames.length).toBeGreaterThan(0);
  });
});
