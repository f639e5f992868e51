import { parseArgs } from 'node:util';
import { isJSONRPCRequest, isJSONRPCResultResponse, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { ConfigError } from './setting.ts';

const USAGE = 'usage: crossplay mcp --url URL [--key KEY]';
/** While the arena is started anew nobody answers. */
const TRIES = 40;
const TRY_AGAIN = 250;
const NO_ANSWER = -32000;

interface Wanted {
  url: URL;
  key: string | undefined;
}

function read(args: string[]): Wanted {
  let values: { url?: string; key?: string };
  try {
    ({ values } = parseArgs({ args, options: { url: { type: 'string' }, key: { type: 'string' } }, strict: true }));
  } catch {
    throw new ConfigError(USAGE);
  }
  const given = values.url ?? process.env.CROSSPLAY_URL;
  if (!given || !URL.canParse(given) || !/^https?:/.test(given)) throw new ConfigError(USAGE);
  const url = new URL(given);
  if (!url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname.replace(/\/$/, '')}/mcp`;
  return { url, key: values.key ?? process.env.CROSSPLAY_KEY };
}

/** The Model Context Protocol for clients that start programs: what they say goes to the arena, and back. */
export async function mcp(args: string[]): Promise<void> {
  const { url, key } = read(args);
  const near = new StdioServerTransport();
  const far = new StreamableHTTPClientTransport(url, {
    ...(key && { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
    fetch: fetchPatiently,
  });
  let initializing: string | number | undefined;

  near.onmessage = (message) => {
    if (isJSONRPCRequest(message) && message.method === 'initialize') initializing = message.id;
    far.send(message).catch((error: unknown) => {
      console.error(`crossplay: ${error instanceof Error ? error.message : error}`);
      if (!isJSONRPCRequest(message)) return;
      const said = { code: NO_ANSWER, message: 'The arena does not answer. Call again.' };
      void near.send({ jsonrpc: '2.0', id: message.id, error: said });
    });
  };
  far.onmessage = (message: JSONRPCMessage) => {
    if (isJSONRPCResultResponse(message) && message.id === initializing) {
      const { protocolVersion } = message.result as { protocolVersion?: string };
      if (protocolVersion) far.setProtocolVersion(protocolVersion);
    }
    void near.send(message);
  };
  const ended = new Promise<void>((resolve) => {
    near.onclose = resolve;
  });
  await far.start();
  await near.start();
  await ended;
  await far.close();
}

/** Waits for an arena that is being started anew: what never reached it may be said again. */
async function fetchPatiently(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      const refused = (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED';
      if (!refused || tries >= TRIES || init?.signal?.aborted) throw error;
      await new Promise((again) => setTimeout(again, TRY_AGAIN));
    }
  }
}
