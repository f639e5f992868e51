import { COST } from '../budget.ts';

/** What a call of a session costs, and one for which a server of the library is made. */
const COSTS = { call: 40, server: 300 };
const BYTES_OF_UNIT = 64;
const MESSAGE = 60;
/** Every tool with its schemas is written anew. */
const LIST = 500;

type Message = { method?: unknown; params?: { name?: unknown } | null } | null;

/** What a request takes, in units of the budget: reading it, and each of the messages that it holds. */
export function priceOf(text: string, body: unknown, inSession: boolean): number {
  const messages: Message[] = Array.isArray(body) ? body : [body];
  const all = messages.reduce((sum, message) => sum + priceOfMessage(message), 0);
  return (inSession ? COSTS.call : COSTS.server) + text.length / BYTES_OF_UNIT + all;
}

function priceOfMessage(message: Message): number {
  switch (message?.method) {
    case 'tools/list':
      return LIST;
    case 'resources/read':
      return COST.replay;
    case 'tools/call':
      return message.params?.name === 'watch_match' ? COST.replay : MESSAGE;
    default:
      return MESSAGE;
  }
}
