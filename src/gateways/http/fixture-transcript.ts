import { expect } from 'vitest';
import type { Answer, Caller, World } from './fixture.ts';

/**
 * Runs lines such as
 *   ann → POST play {"game":"ttt"}          a call; its answer comes next, or after what is told in between
 *   ann ← 201 {"id":"play-1",…              the status and how the body begins; `…` stands for any rest
 *   ann ← retry-after: 1                    a header of the answer that was read last
 *   3 s pass | the server crashes
 */
export async function runTranscript(text: string, start: World): Promise<World> {
  let world = start;
  const callers = new Map<string, Caller>();
  const calls = new Map<string, Promise<Answer>>();
  let last: Answer | undefined;
  const callerOf = async (name: string): Promise<Caller> => {
    const caller = callers.get(name) ?? (await world.agent(name));
    callers.set(name, caller);
    return caller;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', arrow = '', rest = ''] = /^(\S+) ([→←]) (.*)$/.exec(line) ?? [];
    if (/^[\d.]+ s pass$/.test(line)) await world.clock.pass(1000 * Number.parseFloat(line));
    else if (line === 'the server crashes') {
      world = await world.crash();
      for (const caller of callers.values()) caller.world = world;
    } else if (arrow === '→') {
      const [, method, path, body] = /^(GET|POST) (\S+) ?(.*)$/.exec(rest)!;
      const call = (await callerOf(name)).call(method as 'GET' | 'POST', path!, body || undefined);
      calls.set(name, call);
      await world.settle();
    } else if (/^retry-after: /.test(rest)) expect(`retry-after: ${last!.headers['retry-after']}`, line).toBe(rest);
    else if (arrow === '←') {
      last = await calls.get(name)!;
      const heard = `${name} ← ${last.status} ${JSON.stringify(last.body)}`;
      const [head = '', tail] = line.split('…');
      expect(tail === undefined ? heard : heard.slice(0, head.length)).toBe(head);
    } else throw new Error(`no such line: ${line}`);
  }
  return world;
}
