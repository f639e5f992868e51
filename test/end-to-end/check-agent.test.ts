import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
  // By then the other may have moved.
  { protocol: 'agon', flaw: 'no-waiting', scenario: 'second seat', rule: '3.5', says: /NOT_YOUR_TURN|is taken/ },
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

describe('as a command', () => {
  const run = promisify(execFile);
  const crossplay = async (...args: string[]) => {
    const answer = run(process.execPath, [join(import.meta.dirname, '../../bin/crossplay.js'), 'check-agent', ...args]);
    const { code = 0, stdout, stderr } = await answer.catch((error) => error);
    return { code, stdout, stderr };
  };
  const agent = (flaw = '') => [process.execPath, join(import.meta.dirname, '../agents/agentgames.mjs'), flaw];
  const first = ['--protocol', 'agentgames', '--only', 'first seat'];

  test('a right agent is a table and exit code 0', { timeout: LONG }, async () => {
    const { code, stdout } = await crossplay(...first, '--', ...agent());
    expect(stdout).toMatch(/^right {2}first seat .* \[agentgames [\d.]+\]$/m);
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([
      0,
      'All right. Rules are in src/gateways/agentgames/SPEC.md.',
    ]);
  });

  test('a broken one is exit code 1, and --json has scenario, rule, words and frames', { timeout: LONG }, async () => {
    const { code, stdout } = await crossplay(...first, '--game', 'c4', '--json', '--', ...agent('illegal'));
    expect(code).toBe(1);
    const { protocol, game, findings } = JSON.parse(stdout);
    expect([protocol, game]).toEqual(['agentgames', 'c4']);
    expect(findings).toContainEqual(
      expect.objectContaining({ scenario: 'first seat', right: false, rule: '3.8', frames: expect.any(Array) }),
    );
  });

  test.each<[string[], RegExp]>([
    [['--protocol', 'telex', '--', 'x'], /--protocol must be one of agentgames, /],
    [['--protocol', 'http', '--game', 'nothing', '--', 'x'], /--game must be one of /],
    [['--protocol', 'http'], /The command that starts the agent is missing/],
    [['--protocol', 'http', '--only', 'nothing', '--', 'x'], /--only is "nothing", but must be one of first seat/],
    [['--protocol', 'http', '--patience', '0', '--', 'x'], /--patience is "0"/],
  ])('%j is one line and exit code 1', { timeout: LONG }, async (args, words) => {
    const { code, stderr } = await crossplay(...args);
    expect([code, stderr.trim().split('\n').length, words.test(stderr)]).toEqual([1, 1, true]);
  });
});
