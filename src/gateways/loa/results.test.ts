import { describe, expect, test } from 'vitest';
import { type Client, makeWorld, matchUp, submit, type World } from './fixture.ts';

const overOf = (client: Client) => client.frames.find(({ type }) => type === 'game_over');

async function playTurns(world: World, clients: Client[], gameId: string, moves: object[]): Promise<void> {
  for (const [i, move] of moves.entries()) {
    submit(clients[i % clients.length]!, gameId, move);
    await world.settle();
  }
}

describe('game_over', () => {
  test('4.7 says who won by rank, also where the game has scores', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'blotto', ['zoe', 'adam']);
    for (let round = 0; round < 5; round++) {
      submit(clients[0]!, gameId, { allocation: [10, 0, 0, 0, 0] });
      submit(clients[1]!, gameId, { allocation: [0, 4, 2, 2, 2] });
      await world.settle();
    }
    const over = overOf(clients[0]!);
    expect(over.rankings).toMatchObject([
      { agentName: 'adam', rank: 1, finalScore: 5 },
      { agentName: 'zoe', rank: 2, finalScore: 0 },
    ]);
    expect(over).not.toHaveProperty('draw');
  });

  test('4.7 a draw has equal ranks and says that it is one', async () => {
    const world = await makeWorld();
    const { clients, gameId } = await matchUp(world, 'ttt', ['zoe', 'adam']);
    await playTurns(
      world,
      clients,
      gameId,
      [0, 4, 8, 1, 7, 6, 2, 5, 3].map((cell) => ({ cell })),
    );
    expect(overOf(clients[1]!)).toMatchObject({
      draw: true,
      rankings: [
        { agentName: 'zoe', rank: 1, finalScore: 0.5 },
        { agentName: 'adam', rank: 1, finalScore: 0.5 },
      ],
    });
  });

  test.each(['ttt', 'c4', 'chess', 'skill-gomoku'])(
    '4.7 a forfeit of %s, which has no scores, is 1 and 0',
    async (game) => {
      const world = await makeWorld();
      const { clients } = await matchUp(world, game, ['zoe', 'adam']);
      await world.clock.pass(200_000);
      const over = overOf(clients[0]!);
      expect(over.rankings).toMatchObject([
        { agentName: 'adam', rank: 1, finalScore: 1 },
        { agentName: 'zoe', rank: 2, finalScore: 0 },
      ]);
      expect(over).not.toHaveProperty('draw');
    },
  );

  test('4.7 the duration is in seconds of the protocol, without the countdown', async () => {
    const world = await makeWorld({ countdown: 3000, timeScale: 0.1 });
    const { clients } = await matchUp(world, 'ttt', ['zoe', 'adam']);
    // The fake clock counts match time; a day passes ten times as fast here.
    await world.clock.pass(3000 + 15_000);
    expect(overOf(clients[0]!).duration).toBe(177);
  });
});
