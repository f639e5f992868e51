import { expect } from 'vitest';
import type { Client, World } from './fixture.ts';

/**
 * Runs lines such as
 *   alice connects | alice leaves | 90 s pass | the server restarts | alice hears nothing
 *   alice → {"type":"ping"}                         what alice sends, as it is
 *   alice ← {"type":"pong","timestamp":1767225600000}   what comes next, byte by byte; `…` stands for any rest
 *   alice is closed 4001
 * `$game` is the id of the match that was last begun.
 */
export async function runTranscript(text: string, start: World): Promise<World> {
  let world = start;
  let game = '';
  const clients = new Map<string, Client>();
  const clientOf = (name: string): Client => {
    const client = clients.get(name);
    if (!client) throw new Error(`${name} never connected`);
    return client;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    if (line === 'the server restarts') world = await world.restart();
    else if (/^[\d.]+ s pass$/.test(line)) await world.clock.pass(1000 * Number.parseFloat(line));
    else if (rest === 'connects') clients.set(name, world.connect());
    else if (rest === 'leaves') clientOf(name).session.close();
    else if (rest === 'hears nothing') {
      await world.settle();
      expect(clientOf(name).unread(), line).toEqual([]);
    } else if (rest.startsWith('is closed ')) expect(clientOf(name).closed, line).toBe(Number(rest.slice(10)));
    else if (rest.startsWith('→ ')) clientOf(name).say(rest.slice(2).replaceAll('$game', game));
    else if (rest.startsWith('← ')) {
      const heard = await clientOf(name).nextText();
      const { type, gameId } = JSON.parse(heard);
      if (type === 'matched') game = gameId;
      const expected = rest.slice(2).replaceAll('$game', game);
      const [head = '', tail] = expected.split('…');
      if (tail === undefined) expect(`${name} ← ${heard}`).toBe(`${name} ← ${expected}`);
      else expect(`${name} ← ${heard.slice(0, head.length)}`).toBe(`${name} ← ${head}`);
    } else throw new Error(`no such line: ${line}`);
  }
  await world.settle();
  for (const [name, client] of clients) expect(client.unread(), `${name} heard more`).toEqual([]);
  return world;
}
