import { expect, test } from 'vitest';
import { having, newGame, owning } from '../../games/clawpoly/rules.scene.ts';
import { type Client, type Frame, makeWorld, stage } from './fixture.ts';
import { SpectatorSite } from './fixture-spectator-site.ts';

const drawnBy = ({ frames }: Client): SpectatorSite => {
  const site = new SpectatorSite();
  for (const frame of frames) site.receive(frame);
  return site;
};

/** What a page shows of the players and of the board is what `/state` says. */
async function expectToMatch(site: SpectatorSite, state: Frame): Promise<void> {
  const { players, board, turnNumber, gamePhase } = state;
  expect(site).toMatchObject({ board, turnNumber, phase: gamePhase });
  const shown = (list: Frame[]) => list.map(({ connected: _, ...player }) => player);
  expect(shown(site.players)).toEqual(shown(players));
}

test('7.5 a page that keeps what frames bring follows a game from the waiting room to the end', async () => {
  const world = await makeWorld();
  const { body: room } = await world.call('/rooms', {
    name: 'Reef',
    maxPlayers: 3,
    gameSpeed: 'instant',
    turnLimit: 12,
  });
  const watcher = await world.spectator(room.roomCode);
  expect(drawnBy(watcher)).toMatchObject({ room: { id: room.id, code: room.roomCode, name: 'Reef' }, players: [] });
  for (const name of ['Ana', 'Bo']) {
    const { body: seated } = await world.call(`/rooms/${room.id}/join`, { name });
    await world.agent(seated);
  }
  const waiting = drawnBy(watcher);
  expect(waiting.players.map(({ name }) => name)).toEqual(['Ana', 'Bo']);
  expect(waiting.lines.map(({ type, who }) => [type, who])).toEqual([
    ['room:player_joined', 'Ana'],
    ['room:player_joined', 'Bo'],
  ]);
  await world.call(`/rooms/${room.id}/start`, { ownerToken: room.ownerToken });
  await world.settle();
  await expectToMatch(drawnBy(watcher), (await world.call(`/rooms/${room.id}/state`)).body);
  for (let i = 0; i < 40 && drawnBy(watcher).phase !== 'finished'; i++) {
    await world.clock.pass(30_000);
    const { body: state } = await world.call(`/rooms/${room.id}/state`);
    const site = drawnBy(watcher);
    await expectToMatch(site, state);
    if (state.currentPlayerId) expect(site.players[site.currentPlayerIndex].id).toBe(state.currentPlayerId);
  }
  const over = drawnBy(watcher);
  expect(over.phase).toBe('finished');
  const { body: game } = await world.call(`/games/${room.id}`);
  expect(over.winner?.id ?? null).toBe(game.winnerId);
  expect(over.lines.at(-1)).toMatchObject({ type: 'game:finished', what: over.winner?.name });
});

test('7.5 what happened on a square names it, a card has its text, the end its winner', async () => {
  const two = having(owning(newGame(2), 1, [39], { fortress: true }), 0, { money: 10, position: 32 });
  const { agents, room, spectator, settle } = await stage(two, { 1: [3, 4] });
  const watcher = await spectator(room.roomCode);
  agents[0]!.say('action:roll_dice');
  await settle();
  const { lines, winner, players } = drawnBy(watcher);
  const whatOf = (type: string) => lines.find((line) => line.type === `game:${type}`)?.what;
  expect(whatOf('player_moved')).toBe("Claw Emperor's Domain");
  expect(whatOf('finished')).toBe('Agent 2');
  expect(winner).toEqual(players[1]);
  const { turn, who } = lines.find(({ type }) => type === 'game:bankrupt')!;
  expect([turn, who]).toEqual([1, 'Agent 1']);
});

test('7.5 the text of a card is told', async () => {
  const { agents, room, spectator, settle } = await stage(newGame(2), { 1: [3, 4] });
  const watcher = await spectator(room.roomCode);
  agents[0]!.say('action:roll_dice');
  await settle();
  const drawn = watcher.last('game:card_drawn');
  expect(drawn.data.cardText).toBe(drawn.data.text);
  expect(drawn.data).toMatchObject({ playerId: 'agent-1', turnNumber: 1 });
});

test('7.5 the log keeps its form', async () => {
  const { agents, call, room, spectator, settle } = await stage(newGame(2), { 1: [2, 4] });
  agents[0]!.say('action:roll_dice');
  await settle();
  const { events } = (await call(`/rooms/${room.id}/log`)).body;
  const { data } = events.find(({ type }: Frame) => type === 'game:player_moved');
  expect(data).toEqual({ from: 0, to: 6 });
  expect((await spectator(room.roomCode)).frames[1].data.events).toEqual(events);
});
