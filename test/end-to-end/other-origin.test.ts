import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attacked, attacked } from '../attacks/arena.ts';
import { chromiumPath, FAR_HOST, openBrowser, pageElsewhere } from '../browser.ts';

let arena: Attacked;
let browser: Browser;

beforeAll(async () => {
  if (!chromiumPath) return;
  arena = await attacked({ CROSSPLAY_TIME_SCALE: '0.01' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await arena?.end();
});

describe.runIf(chromiumPath)('a page from another origin in a browser', () => {
  test('lists rooms, creates one, joins and follows a whole game', async () => {
    const page = await pageElsewhere(browser, 'localhost');
    const followed = await page.evaluate(async (url) => {
      // biome-ignore lint/suspicious/noExplicitAny: a page from elsewhere knows no types of ours
      const ask = async (path: string, body?: object): Promise<any> => {
        const answer = await fetch(`${url}/api/v1${path}`, {
          ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return answer.json();
      };
      const socketTo = (path: string) => new WebSocket(`${url.replace('http', 'ws')}${path}`);
      const before = await ask('/rooms');
      const wish = { name: 'From elsewhere', maxPlayers: 2, bots: 1, gameSpeed: 'instant', turnLimit: 8 };
      const room = await ask('/rooms', wish);
      const listed = await ask('/rooms');
      const types: string[] = [];
      // Such a page keeps its picture from these fields of `data` alone.
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const shown: any = { players: [], board: [], currentPlayerIndex: -1, turnNumber: 0, acted: new Set() };
      const spectator = socketTo(`/ws/spectator?roomCode=${room.roomCode}`);
      const over = new Promise<void>((resolve, reject) => {
        spectator.onerror = () => reject(new Error('the spectator was refused'));
        spectator.onmessage = ({ data }) => {
          const { type, data: told } = JSON.parse(data);
          types.push(type);
          for (const field of ['players', 'board', 'currentPlayerIndex', 'turnNumber', 'winner', 'winnerName']) {
            if (told[field] !== undefined) shown[field] = told[field];
          }
          if (told.playerId) shown.acted.add(told.playerId);
          if (type === 'game:finished') resolve();
        };
      });
      await new Promise((open) => spectator.addEventListener('open', open));
      const ticket = await ask(`/rooms/${room.roomId}/join`, { name: 'Page agent' });
      const agent = socketTo(`/ws/agent?roomId=${room.roomId}&agentToken=${ticket.agentToken}`);
      const answers: { [type: string]: string } = {
        'agent:your_turn': 'action:roll_dice',
        'agent:buy_decision': 'action:pass',
        'agent:build_decision': 'action:end_turn',
        'agent:lobster_pot_decision': 'action:escape_roll',
      };
      agent.onmessage = ({ data }) => {
        const type = answers[JSON.parse(data).type];
        if (type) agent.send(JSON.stringify({ type, data: {} }));
      };
      await over;
      const { status } = await ask(`/games/${room.roomId}`);
      const { players, board, currentPlayerIndex, turnNumber, winnerName } = shown;
      return {
        before: before.rooms.length,
        listed: listed.rooms.length,
        types,
        status,
        shown: { currentPlayerIndex, turnNumber, winnerName, squares: board.length, acted: shown.acted.size },
        // biome-ignore lint/suspicious/noExplicitAny: as above
        players: players.map(({ name, money, position, color }: any) => ({ name, money, position, color })),
      };
    }, arena.server.url);
    expect(followed).toMatchObject({ before: 0, listed: 1, status: 'finished' });
    expect(followed.shown).toMatchObject({ squares: 40, acted: 2 });
    expect(followed.shown.turnNumber).toBeGreaterThanOrEqual(8);
    expect([0, 1]).toContain(followed.shown.currentPlayerIndex);
    for (const player of followed.players) {
      expect(player).toEqual({
        name: expect.any(String),
        money: expect.any(Number),
        position: expect.any(Number),
        color: expect.any(String),
      });
    }
    expect([null, ...followed.players.map(({ name }: { name: string }) => name)]).toContain(
      followed.shown.winnerName ?? null,
    );
    expect(followed.types.slice(0, 2)).toEqual(['game:state', 'game:history']);
    expect(followed.types.filter((type) => type === 'game:dice_rolled').length).toBeGreaterThanOrEqual(8);
  });

  test('is let near neither the host’s routes nor people’s seats', async () => {
    const page = await pageElsewhere(browser, 'localhost');
    const reached = await page.evaluate(async (url) => {
      const host = await fetch(`${url}/api/v1/host`, { headers: { authorization: 'Bearer guess' } }).then(
        () => 'read',
        () => 'refused',
      );
      const socket = new WebSocket(`${url.replace('http', 'ws')}/live`);
      const live = await new Promise((resolve) => {
        socket.onopen = () => resolve('opened');
        socket.onerror = () => resolve('refused');
      });
      return { host, live };
    }, arena.server.url);
    expect(reached).toEqual({ host: 'refused', live: 'refused' });
  });

  test('is refused where the origin is not one of those that may come', async () => {
    const page = await pageElsewhere(browser, FAR_HOST);
    const reached = await page.evaluate(async (url) => {
      const read = await fetch(`${url}/api/v1/rooms`).then(
        () => 'read',
        () => 'refused',
      );
      await fetch(`${url}/api/v1/rooms`, { method: 'POST', mode: 'no-cors', body: '{"name":"Forced"}' }).catch(
        () => {},
      );
      return read;
    }, arena.server.url);
    expect(reached).toBe('refused');
    const { rooms } = (await (await fetch(`${arena.server.url}/api/v1/rooms`)).json()) as { rooms: { name: string }[] };
    expect(rooms.map(({ name }) => name)).not.toContain('Forced');
  });
});
