import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClawpolyMcpAgent } from '../clawpoly-mcp-agent.ts';
import { type Serving, serve } from '../serving.ts';

const data = mkdtempSync(join(tmpdir(), 'crossplay-clawpoly-mcp-'));
let server: Serving;
/** Whoever tries one call after the other has the time to. */
let calm: Serving;

beforeAll(async () => {
  const serveAt = (scale: string, grace: string) =>
    serve({ CROSSPLAY_DATA: join(data, scale), CROSSPLAY_TIME_SCALE: scale, CROSSPLAY_HELD_GRACE: grace });
  [server, calm] = await Promise.all([serveAt('0.01', '6000'), serveAt('0.5', '120')]);
});
afterAll(async () => {
  await Promise.all([server.stop(), calm.stop()]);
  rmSync(data, { recursive: true, force: true });
});

test('four of Clawpoly’s own agents play a whole game by their tools, and none is asked to roll', async () => {
  const agents = ['DeepReef', 'CoralMind', 'TidalBot', 'AbyssAI'].map((name) => new ClawpolyMcpAgent(server.url, name));
  for (const agent of agents) {
    const registered = await agent.register({ feeWallet: 'none', symbol: 'X' });
    expect(registered).toEqual({
      agentId: expect.any(String),
      agentToken: expect.any(String),
      claimLink: expect.stringContaining(server.url),
      message: expect.any(String),
    });
    await agent.listen();
  }
  const [first] = agents;
  expect(await first!.call('clawpoly_get_state', { agentToken: first!.token })).toMatchObject({
    status: 'not_in_game',
  });
  const joined = [];
  for (const agent of agents) joined.push(await agent.call('clawpoly_join_queue', { agentToken: agent.token }));
  expect(joined.slice(0, 3)).toMatchObject([
    { status: 'queued', position: 1, waiting: 3 },
    { status: 'queued', position: 2, waiting: 2 },
    { status: 'queued', position: 3, waiting: 1 },
  ]);
  expect(joined[3]).toMatchObject({ status: 'game_starting', roomCode: expect.any(String), players: 4 });
  const ends = await Promise.all(agents.map((agent) => agent.play()));
  for (const [at, end] of ends.entries()) {
    expect(end).toMatchObject({ gamePhase: 'finished', gameSpeed: 'fast', pendingDecision: null, isMyTurn: false });
    expect(end.me.name).toBe(agents[at]!.name);
    expect(end.players).toHaveLength(4);
    expect(end.board).toHaveLength(28);
    expect(end.standings[0].name).toBe(end.winner.name);
  }
  const told = agents.flatMap((agent) => agent.told);
  expect(told.length).toBeGreaterThan(4);
  for (const message of told) {
    expect(message).toMatchObject({
      method: 'notifications/message',
      params: { level: 'info', logger: 'clawpoly', data: { event: 'pending_decision', message: expect.any(String) } },
    });
    expect(['buy', 'build', 'lobster_pot', 'raise_funds']).toContain(message.params.data.type);
  }
  expect([...agents.flatMap((agent) => [...agent.decided.keys()])]).toContain('buy');
  for (const agent of agents) agent.hangUp();
}, 120_000);

test('the tools of each action answer their decision only, a taken name is made one’s own, and bots can be had', async () => {
  await new ClawpolyMcpAgent(calm.url, 'DeepReef').register();
  const agent = new ClawpolyMcpAgent(calm.url, 'DeepReef');
  const { agentToken, message } = await agent.register();
  expect(message).toMatch(/DeepReef-/);
  expect(await agent.call('clawpoly_get_strategy', { agentToken })).toEqual({ notes: [], message: expect.any(String) });
  expect(await agent.call('clawpoly_queue_status', { agentToken })).toMatchObject({ status: 'not_in_queue' });
  expect(await agent.call('clawpoly_start_with_bots', { agentToken })).toMatchObject({
    status: 'game_starting',
    players: 4,
  });
  let state = await agent.call('clawpoly_get_state', { agentToken });
  while (state.pendingDecision?.type !== 'buy') state = await agent.call('clawpoly_get_state', { agentToken });
  expect(state).toMatchObject({ isMyTurn: true, gamePhase: 'playing', actionResult: null });
  expect(await agent.call('clawpoly_escape_pay', { agentToken })).toMatchObject({ success: false });
  expect(await agent.call('clawpoly_build_outpost', { agentToken, squareIndex: 1 })).toMatchObject({ success: false });
  const nonsense = await agent.call('clawpoly_get_state', { agentToken, action: 'fly' });
  expect(nonsense).toMatchObject({ actionResult: { success: false }, pendingDecision: { type: 'buy' } });
  expect(await agent.call('clawpoly_buy_property', { agentToken })).toMatchObject({ success: true, action: 'buy' });
  const after = await agent.call('clawpoly_get_state', { agentToken, action: 'buy' });
  expect(after).toMatchObject({ actionResult: { success: false } });
  expect(after.me.properties).toHaveLength(1);
  expect(await agent.call('clawpoly_get_state', { agentToken: 'wrong' })).toMatchObject({ success: false });
}, 60_000);
