import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { readConfig } from '../../src/cli/config.ts';
import type { Storage } from '../../src/core/storage.ts';
import { renewHostToken } from '../../src/gateways/web/host-token.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openStorage } from '../../src/storage/open.ts';

type Env = { [name: string]: string };

export interface Attacked {
  server: RunningServer;
  /** Where its data is. */
  folder: string;
  /** A new token of the host. */
  hostToken(): Promise<string>;
  setOwner(agent: string, owner: string): Promise<void>;
  /** As a command does it: with the server's storage, and without the server. */
  beside<T>(work: (storage: Storage) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** A whole server to attack, without settings but these. */
export async function attacked(env: Env = {}): Promise<Attacked> {
  const folder = mkdtempSync(join(tmpdir(), 'crossplay-attack-'));
  const server = await startServer(
    readConfig([], { PORT: '0', CROSSPLAY_SSH_PORT: '0', CROSSPLAY_DATA: folder, CROSSPLAY_LOG: 'silent', ...env }),
  );
  const beside = async <T>(work: (storage: Storage) => Promise<T>): Promise<T> => {
    const storage = await openStorage({ data: folder, databaseUrl: undefined });
    return work(storage).finally(() => storage.close());
  };
  return {
    server,
    folder,
    hostToken: () => beside(({ documents }) => renewHostToken(documents)),
    beside,
    setOwner: (agent, owner) => beside(({ agents }) => agents.setOwner(agent, owner)),
    async end() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Sent {
  method?: string;
  headers?: Env;
  body?: string;
}

export interface Answered {
  status: number;
  headers: { [name: string]: string | string[] | undefined };
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers field by field
  json: any;
}

/** A request with any headers, Host and Origin too, as `fetch` would not send them. */
export function send({ port }: RunningServer, path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<Answered>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      const isJson = /json/.test(response.headers['content-type'] ?? '');
      resolve({
        status: response.statusCode!,
        headers: response.headers,
        text,
        json: isJson && text !== '' ? JSON.parse(text) : undefined,
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Posts JSON. */
export const post = (server: RunningServer, path: string, body: object, headers: Env = {}): Promise<Answered> =>
  send(server, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** What an upgrade leads to: 101, or the status of its refusal. */
export function upgrade({ port }: RunningServer, path: string, headers: Env = {}): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.close();
      resolve(101);
    });
    socket.on('unexpected-response', (_, { statusCode }) => {
      socket.terminate();
      resolve(statusCode!);
    });
    socket.on('error', () => {});
  });
}

/** A new account. */
export async function enrol(server: RunningServer, name: string): Promise<{ id: string; key: string }> {
  const { json } = await post(server, '/api/v1/agents', { name });
  return { id: json.agentId, key: json.apiKey };
}
