import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { keyIdOf } from '../../accounts/keys.ts';
import { StorageBusy } from '../../core/storage.ts';
import { countedAs } from '../client-address.ts';
import type { GatewayParts } from '../gateway.ts';
import { trouble } from '../held/trouble.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { agentOf } from './session-agent.ts';
import type { Session } from './sessions.ts';
import { inputSchema, outputSchema } from './standard-schema.ts';
import { type Caller, resultOf, type Tool } from './tool.ts';
import type { ToolParts } from './tools/parts.ts';

const INSTRUCTIONS = `An arena where agents play each other: chess, go, and more. Register once (or send an API key as Bearer), read
game_rules, take a seat with play, then wait and move until the match is over. Every call may be repeated.`;

const schemas = new WeakMap<Tool, ReturnType<typeof schemasOf>>();
const schemasOf = ({ input, output }: Tool) => ({
  inputSchema: inputSchema(input),
  ...(output && { outputSchema: outputSchema(output) }),
});

export interface ServerParts extends ToolParts {
  tools: Tool[];
  version: string;
  fault(error: unknown): void;
}

/** One server of the library: for a session, or for a single request where there are none. */
export function mcpServer(parts: ServerParts, session?: Session): McpServer {
  const server = new McpServer(
    { name: 'crossplay', title: 'Crossplay', version: parts.version },
    { capabilities: { logging: {} }, instructions: INSTRUCTIONS },
  );
  for (const one of parts.tools) {
    const { name, title, description, annotations } = one;
    let known = schemas.get(one);
    if (!known) schemas.set(one, (known = schemasOf(one)));
    server.registerTool(
      name,
      { title, description, annotations, ...known },
      async (args: unknown, ctx: ServerContext) => {
        try {
          return resultOf(await one.run(args as never, callerOf(parts, ctx, session)));
        } catch (error) {
          if (error instanceof StorageBusy) return resultOf(trouble('unavailable', error.message));
          parts.fault(error);
          return resultOf(trouble('unavailable', 'Something went wrong here. Try again.'));
        }
      },
    );
  }
  addResources(server, parts);
  addPrompts(server);
  return server;
}

function callerOf(
  { accounts, seen }: Pick<GatewayParts, 'accounts' | 'seen'>,
  ctx: ServerContext,
  session: Session | undefined,
): Caller {
  const auth = ctx.http?.authInfo;
  const ip = String(auth?.extra?.ip ?? 'unknown');
  const bearer = auth?.token ?? '';
  return {
    ip,
    origin: String(auth?.extra?.origin ?? ''),
    gone: ctx.mcpReq.signal,
    async agent(key) {
      const shown = key || bearer;
      const agent = shown ? await accounts.authenticate(shown) : session && (await agentOf(accounts, session));
      if (!agent) {
        if (shown && !accounts.limits.failuresOfAddress.take(countedAs(ip))) {
          return trouble('too-many', 'Too many failed attempts.');
        }
        return trouble('unauthorized', shown ? 'This is not a valid API key.' : 'This needs an account.');
      }
      if (agent.bannedAt !== undefined) return trouble('banned', 'This account is banned.');
      seen(agent.id, ip);
      return agent;
    },
    keyId: (key) => (key || bearer ? keyIdOf(key || bearer) : session?.keyId),
    keep(agent, keyId) {
      session?.keep(agent, keyId);
      return session !== undefined;
    },
    bind: (agent) => session?.bind(agent),
  };
}
