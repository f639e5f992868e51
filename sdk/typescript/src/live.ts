/** A step of a match as spectators see it. */
export interface Step {
  match: string;
  step: number;
  at: number;
  status: { kind: 'turn' | 'over' | 'void'; [field: string]: unknown };
  view: { [field: string]: unknown };
  played?: { seat: number; move: unknown; text: string; late?: true }[];
  clock: { left: number; running: boolean } | null;
  watching: number;
  [field: string]: unknown;
}

interface Wire {
  send(text: string): void;
  close(): void;
}

type Frame = { type: string; match?: string; [field: string]: unknown };

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

/** Every step of a match from the first on, live, to its end; a lost connection is taken up where it was. */
export async function* watch(url: string, match: string, signal?: AbortSignal): AsyncGenerator<Step> {
  let last: Step | undefined;
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted();
    const frames = await connect(`${url.replace(/^http/, 'ws')}/live`, signal);
    try {
      frames.wire.send(JSON.stringify({ type: 'watch', match, after: last?.step ?? -1 }));
      for await (const frame of frames) {
        if (frame.type === 'missing') throw new Error('There is no such match.');
        if (frame.type !== 'update' || frame.match !== match) continue;
        last = merged(frame, last);
        tries = 0;
        yield last;
        if (last.status.kind !== 'turn') return;
      }
    } finally {
      frames.wire.close();
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries)));
  }
}

/** An update tells the whole view, or what is new in it and what is gone. */
function merged({ type: _type, patch, gone, ...update }: Frame, last: Step | undefined): Step {
  if (patch === undefined) return update as unknown as Step;
  const view = { ...last?.view, ...(patch as object) };
  for (const field of (gone as string[] | undefined) ?? []) delete (view as { [field: string]: unknown })[field];
  return { ...update, view } as unknown as Step;
}

interface Frames extends AsyncIterable<Frame> {
  wire: Wire;
}

/** A socket whose frames can be waited for; it ends when the connection does. */
async function connect(address: string, signal?: AbortSignal): Promise<Frames> {
  const Socket = globalThis.WebSocket ?? ((await import('ws')).WebSocket as unknown as typeof WebSocket);
  const socket = new Socket(address);
  const waiting: Frame[] = [];
  let wake = () => {};
  let open = true;
  const end = () => {
    open = false;
    wake();
  };
  signal?.addEventListener('abort', () => socket.close(), { once: true });
  socket.addEventListener('message', ({ data }) => {
    waiting.push(JSON.parse(String(data)));
    wake();
  });
  socket.addEventListener('close', end);
  socket.addEventListener('error', end);
  await new Promise<void>((resolve) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('close', () => resolve());
    socket.addEventListener('error', () => resolve());
  });
  return {
    wire: { send: (text) => open && socket.send(text), close: () => socket.close() },
    async *[Symbol.asyncIterator]() {
      while (open || waiting.length) {
        while (waiting.length) yield waiting.shift()!;
        if (open) await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
