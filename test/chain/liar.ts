import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Question {
  id: number;
  method: string;
  params: unknown[];
}

/** Stands between us and a chain. */
export interface Liar {
  url: string;
  /** How many questions came. */
  asked(): number;
  /** What to do with a question: change its true answer, or hang up, or stay silent. */
  lie: (question: Question, truth: () => Promise<unknown>) => Promise<unknown>;
  close(): Promise<void>;
}

export const HANG_UP = Symbol('hang up');
export const SILENCE = Symbol('silence');

export async function startLiar(chain: string): Promise<Liar> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked++;
    const question = JSON.parse(await bodyOf(request)) as Question;
    const truth = async () => {
      const told = await fetch(chain, { method: 'POST', body: JSON.stringify(question), headers });
      return ((await told.json()) as { result: unknown }).result;
    };
    const result = await liar.lie(question, truth);
    if (result === HANG_UP) return void response.destroy();
    response.writeHead(200, headers);
    // The head of an answer comes at once, its body never.
    if (result === SILENCE) return void response.flushHeaders();
    response.end(JSON.stringify({ jsonrpc: '2.0', id: question.id, result }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const liar: Liar = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    lie: (_, truth) => truth(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return liar;
}

const headers = { 'content-type': 'application/json' };

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
