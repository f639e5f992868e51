export const VIA = 'mcp';
export const PATH = '/mcp';

const METHOD =
  /^(initialize|ping)$|^(notifications|tools|resources|prompts|completion|logging|sampling|roots|server|subscriptions|tasks|elicitation)\//;

interface Headers {
  [name: string]: string | string[] | undefined;
}

/** Whether a body on the shared path is the Model Context Protocol's: its methods, or what only its clients send along. */
export function isForMcp(body: string, headers: Headers): boolean {
  if (headers['mcp-session-id'] !== undefined || headers['mcp-protocol-version'] !== undefined) return true;
  if (acceptsEvents(headers)) return true;
  try {
    const value: unknown = JSON.parse(body);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const method = typeof first === 'object' && first !== null ? (first as { method?: unknown }).method : undefined;
    return typeof method === 'string' && METHOD.test(method);
  } catch {
    return false;
  }
}

/** Whether a message of the era without sessions asks for a stream of events. */
export const isListening = (message: unknown): boolean =>
  (message as { method?: unknown } | null | undefined)?.method === 'subscriptions/listen';

export const acceptsEvents = ({ accept }: Headers): boolean => String(accept ?? '').includes('text/event-stream');

export const rpcError = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
