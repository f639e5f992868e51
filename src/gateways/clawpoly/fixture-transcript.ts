import { expect } from 'vitest';
import { newGame } from '../../games/clawpoly/rules.scene.ts';
import { type Client, makeWorld, type Seated, staged, type World } from './fixture.ts';

/**
 * Runs lines such as
 *   a room of 2 at instant | dice 1: 2 4        the dice of the first decision
 *   alice joins | alice connects | alice leaves | sue watches | 30 s pass | the server restarts
 *   alice → {"type":"action:roll_dice"}         what alice sends, as it is
 *   alice ← {"type":"agent:welcome",…           what comes next; `…` stands for any rest
 *   alice hears nothing | alice is closed 1000
 * `$room` is the room's id; times are left out.
 */
export async function runTranscript(text: string): Promise<void> {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const dice: { [decision: number]: number[] } = {};
  for (const line of lines) {
    const [, decision, pips] = /^dice (\d+): (.*)$/.exec(line) ?? [];
    if (decision && pips) dice[Number(decision)] = pips.split(' ').map(Number);
  }
  const [, size = '2', speed = 'instant'] = /^a room of (\d) at (\w+)$/.exec(lines[0]!) ?? [];
  let world: World = await makeWorld({ game: staged(newGame(Number(size)), dice) });
  const { body: room } = await world.call('/rooms', { maxPlayers: Number(size), gameSpeed: speed });
  const seats = new Map<string, Seated>();
  const clients = new Map<string, Client>();
  const unread = new Map<Client, object[]>();

  for (const line of lines.slice(1)) {
    if (line.startsWith('dice ')) continue;
    const [, name = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const client = clients.get(name);
    await world.settle();
    if (line === 'the server restarts') world = await world.restart();
    else if (/^[\d.]+ s pass$/.test(line)) await world.clock.pass(1000 * Number.parseFloat(line));
    else if (rest === 'joins') seats.set(name, (await world.call(`/rooms/${room.id}/join`, { name })).body);
    else if (rest === 'connects') clients.set(name, await world.agent(seats.get(name)!));
    else if (rest === 'watches') clients.set(name, await world.spectator(room.roomCode));
    else if (!client) throw new Error(`no such line: ${line}`);
    else if (rest === 'leaves') client.leave();
    else if (rest.startsWith('is closed ')) expect(client.closed, line).toBe(Number(rest.slice(10)));
    else if (rest.startsWith('→ ')) client.raw(rest.slice(2));
    else {
      const waiting = [...(unread.get(client) ?? []), ...client.unread()];
      const heard = rest === 'hears nothing' ? undefined : waiting.shift();
      unread.set(client, waiting);
      if (rest === 'hears nothing') expect(waiting, line).toEqual([]);
      else expectText(name, heard, rest.slice(2).replaceAll('$room', room.id));
    }
  }
  await world.settle();
  for (const [name, client] of clients) {
    expect([...(unread.get(client) ?? []), ...client.unread()], `${name} heard more`).toEqual([]);
  }
}

function expectText(name: string, heard: object | undefined, expected: string): void {
  const { timestamp, ...frame } = (heard ?? {}) as { timestamp?: string };
  const text = JSON.stringify(frame);
  const [head = '', tail] = expected.split('…');
  if (tail === undefined) expect(`${name} ← ${text}`).toBe(`${name} ← ${expected}`);
  else expect(`${name} ← ${text.slice(0, head.length)}`).toBe(`${name} ← ${head}`);
}
