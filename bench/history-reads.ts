import { on, once } from 'node:events';
import { WebSocket } from 'ws';

/** One kind of read that a stranger can cause. */
export interface Kind {
  name: string;
  /** Resolves when it is answered. */
  read(): Promise<void>;
}

const PAGE = 200;
/** More than the server keeps at hand. */
const PAGES = 5;
const SOCKETS = 5;

/** Every kind of read over HTTP and the site's socket, on a server with a past. @param busy the agent with the most matches */
export async function kindsOf(url: string, busy: string): Promise<Kind[]> {
  const answer = async (path: string): Promise<{ [name: string]: unknown }> => {
    const response = await fetch(`${url}/api/v1/${path}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const { id: agent } = (await answer(`profiles/${busy}`)) as { id: string };
  const chess = await idsOf(answer, 'game=chess&status=over');
  let turn = 0;
  const next = (all: string[]) => all[turn++ % all.length]!;
  const get = (name: string, path: () => string): Kind => ({ name, read: async () => void (await answer(path())) });
  const lists = ['', 'game=ttt', 'game=chess', 'game=c4', `agent=${agent}`, `agent=${agent}&game=chess`].flatMap((by) =>
    ['', 'status=live', 'status=over'].map((status) => [by, status].filter(Boolean).join('&')),
  );
  return [
    ...lists.map((query) => get(`matches?${query.replace(agent, 'A') || '-'}`, () => `matches?${query}`)),
    get('matches, a page far back', () => `matches?status=over&after=${next(chess)}`),
    get('ladders', () => 'ladders'),
    get('ladders/ttt', () => 'ladders/ttt?limit=200'),
    get('profiles/A', () => `profiles/${agent}`),
    get('agents/A, the record', () => `agents/${agent}`),
    get('agents', () => 'agents?limit=100&offset=500'),
    get('leaderboard', () => 'leaderboard?limit=100'),
    get('matches/ID of chess', () => `matches/${next(chess)}`),
    get('matches/ID/record of chess', () => `matches/${next(chess)}/record`),
    get('matches/ID/result of chess', () => `matches/${next(chess)}/result`),
    await watching(url, () => next(chess)),
  ];
}

/** The latest of a list, page by page. */
async function idsOf(answer: (path: string) => Promise<{ [name: string]: unknown }>, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 0; page < PAGES; page++) {
    const after = page === 0 ? '' : `&after=${ids.at(-1)}`;
    const { matches } = await answer(`matches?${query}&limit=${PAGE}${after}`);
    ids.push(...(matches as { id: string }[]).map(({ id }) => id));
  }
  return ids;
}

/** The whole of a finished match over the site's socket, as its page asks for it. Who was sent away comes again. */
async function watching(url: string, match: () => string): Promise<Kind> {
  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/live`).setMaxListeners(0);
    await once(socket, 'open');
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, open));
  let turn = 0;
  return {
    name: '/live: watch a chess match from its beginning',
    async read() {
      const place = turn++ % SOCKETS;
      if (sockets[place]!.readyState !== WebSocket.OPEN) sockets[place] = await open();
      const socket = sockets[place]!;
      const id = match();
      const over = new AbortController();
      try {
        const cut = once(socket, 'close', over).then(() => Promise.reject(new Error('sent away')));
        socket.send(JSON.stringify({ type: 'watch', match: id, after: -1 }));
        await Promise.race([heard(socket, id, over.signal), cut]);
      } finally {
        over.abort();
      }
    },
  };
}

/** The last step of a match, or a refusal. */
async function heard(socket: WebSocket, id: string, signal: AbortSignal): Promise<void> {
  for await (const [data] of on(socket, 'message', { signal })) {
    const text = String(data);
    if (text.startsWith('{"type":"error"')) throw new Error(text);
    if (text.startsWith(`{"type":"update","match":"${id}"`) && text.includes('"kind":"over"')) return;
  }
}
