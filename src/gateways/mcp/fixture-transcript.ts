import { expect } from 'vitest';
import { makeWorld, type World } from '../http/fixture.ts';
import { mcpGateway } from './server.ts';

const STATELESS = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': STATELESS,
  'io.modelcontextprotocol/clientInfo': { name: 'transcript', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A client of the protocol: in a session once it began one, else every request stands alone. */
class Client {
  readonly headers: { [name: string]: string } = { accept: 'application/json, text/event-stream' };
  /** By which the account's key goes along. */
  key: string | undefined;
  serial = 0;
  /** The last key that it was told, written KEY. */
  #given = '';

  async say(world: World, method: string, written: string): Promise<string> {
    const params = JSON.parse(written.replaceAll('"KEY"', `"${this.#given}"`) || '{}');
    const isNews = method.startsWith('notifications/');
    const era = this.headers['mcp-protocol-version'];
    const sent = era === STATELESS ? { ...params, _meta: META } : params;
    const { statusCode, headers, payload } = await world.http.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...this.headers,
        'content-type': 'application/json',
        ...(era === STATELESS && {
          'mcp-method': method,
          ...(params.name !== undefined && { 'mcp-name': String(params.name) }),
        }),
        ...(this.key && { authorization: `Bearer ${this.key}` }),
      },
      payload: JSON.stringify({ jsonrpc: '2.0', ...(!isNews && { id: ++this.serial }), method, params: sent }),
    });
    if (headers['mcp-session-id']) this.headers['mcp-session-id'] = String(headers['mcp-session-id']);
    this.#given = /[0-9a-f]{64}/.exec(payload)?.[0] ?? this.#given;
    const body = /^data: (\{.*)$/m.exec(payload)?.[1] ?? payload;
    return `${statusCode} ${body && JSON.stringify(answerIn(JSON.parse(body)))}`.trim();
  }
}

/** Of an answer what is not the same in every one. Keys are new each time. */
const answerIn = ({ result, error }: { result?: object; error?: object }): unknown =>
  JSON.parse(JSON.stringify(result ?? error).replaceAll(/[0-9a-f]{64}/g, 'KEY'));

/**
 * Runs lines such as
 *   ann → tools/call {"name":"play","arguments":{"game":"ttt"}}     a request; its answer comes next, or after what is told in between
 *   ann ← 200 {"content":…"status":"waiting"…                       status and result or error; `…` stands for anything
 *   ann has no sessions | ann shows a key | 3 s pass | the server crashes
 */
export async function runTranscript(text: string): Promise<World> {
  let world = await makeWorld({ open: mcpGateway });
  const clients = new Map<string, Client>();
  const calls = new Map<string, Promise<string>>();
  const clientOf = (name: string): Client => {
    const client = clients.get(name) ?? new Client();
    clients.set(name, client);
    return client;
  };
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name = '', arrow = '', rest = ''] = /^(\S+) ([→←]) (.*)$/.exec(line) ?? [];
    const [, who = '', state] = /^(\S+) (has no sessions|shows a key)$/.exec(line) ?? [];
    if (/^[\d.]+ s pass$/.test(line)) await world.clock.pass(1000 * Number.parseFloat(line));
    else if (line === 'the server crashes') world = await world.crash();
    else if (state === 'has no sessions') clientOf(who).headers['mcp-protocol-version'] = STATELESS;
    else if (state === 'shows a key') clientOf(who).key = (await world.agent(who)).key;
    else if (arrow === '→') {
      const [, method = '', params] = /^(\S+) ?(.*)$/.exec(rest)!;
      calls.set(name, clientOf(name).say(world, method, params ?? ''));
      await world.settle();
    } else if (arrow === '←') expectLike(line, `${name} ← ${await calls.get(name)}`);
    else throw new Error(`no such line: ${line}`);
  }
  return world;
}

/** Every piece between two `…` is there, in this order. */
function expectLike(line: string, heard: string): void {
  let from = 0;
  for (const [index, piece] of line.split('…').entries()) {
    const at = heard.indexOf(piece, from);
    if (at < 0 || (index === 0 && at > 0)) expect(heard).toBe(line);
    from = at + piece.length;
  }
  if (!line.endsWith('…') && from !== heard.length) expect(heard).toBe(line);
}
