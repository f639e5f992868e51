import { expect } from 'vitest';
import type { Fixture, TestAgent } from './fixture.ts';

/**
 * Runs lines such as
 *   Ada connects | Ada leaves | 90 s pass | the server restarts
 *   Ada → {"action":"enter_room","room":"chess"}      what Ada sends
 *   Ada ← {"event":"room_state",…                      what comes next, byte by byte; `…` stands for any rest
 *   Ada is closed 4008
 * `$match` is the id of the match that was last begun, `$table` that of the table where it began.
 */
export async function runTranscript(text: string, start: Fixture): Promise<void> {
  let hall = start;
  const named = { match: '', table: '' };
  const agents = new Map<string, TestAgent>();
  const fill = (line: string) => line.replaceAll('$match', named.match).replaceAll('$table', named.table);
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const agent = agents.get(name);
    if (line === 'the server restarts') hall = await hall.restart();
    else if (/^[\d.]+ s pass$/.test(line)) await hall.clock.pass(1000 * Number.parseFloat(line));
    else if (rest === 'connects') agents.set(name, hall.connect(name));
    else if (!agent) throw new Error(`${name} never connected`);
    else if (rest === 'leaves') agent.session.close();
    else if (rest.startsWith('is closed ')) expect(agent.closed, line).toBe(Number(rest.slice(10)));
    else if (rest.startsWith('→ ')) {
      const room = /"room":"([^"]+)"/.exec(rest)?.[1];
      if (room) named.table = hall.table(room).id;
      await agent.sends(fill(rest.slice(2)));
    } else if (rest.startsWith('← ')) {
      const heard = agent.frames.shift();
      if (heard?.event === 'match_countdown') named.match = heard.match_id;
      const [head = '', tail] = fill(rest.slice(2)).split('…');
      const said = JSON.stringify(heard) ?? 'nothing';
      expect(`${name} ← ${tail === undefined ? said : said.slice(0, head.length)}`).toBe(`${name} ← ${head}`);
    } else throw new Error(`no such line: ${line}`);
  }
  for (const [name, { frames }] of agents) expect(frames, `${name} heard more`).toEqual([]);
  expect(hall.faults).toEqual([]);
}
