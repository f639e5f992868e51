import { WebSocket } from 'ws';
import { DRAW } from './draw.ts';

const THINKS = 200;

/** Agents that play one match of connect-four after the other, as agents would: not as fast as they can. */
export class Honest {
  /** Milliseconds between a move and the state that shows it. */
  readonly felt: number[] = [];
  /** Why one of them lost but by the game, or was sent away. */
  readonly faults: string[] = [];
  matches = 0;
  #playing = true;

  /** @param addresses of the socket of each agent */
  constructor(addresses: string[]) {
    for (const address of addresses) void this.#play(address);
  }

  stop(): void {
    this.#playing = false;
  }

  quantile(share: number): number {
    const sorted = this.felt.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }

  async #play(address: string): Promise<void> {
    while (this.#playing) {
      const socket = new WebSocket(address, { perMessageDeflate: false });
      socket.on('error', () => {});
      let ply = -1;
      let sentAt: number | undefined;
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data)) as { type: string; yourTurn?: boolean; reason?: string; error?: string };
        if (frame.type === 'state') {
          ply++;
          if (sentAt !== undefined) this.felt.push(performance.now() - sentAt);
          sentAt = undefined;
          if (!frame.yourTurn) return;
          setTimeout(() => {
            sentAt = performance.now();
            socket.send(JSON.stringify({ type: 'move', move: String(DRAW[ply]) }));
          }, THINKS);
        } else if (frame.type === 'result') {
          this.matches += 0.5;
          if (frame.reason && this.#playing) this.faults.push(frame.reason);
        } else if (frame.type === 'error' && this.#playing) this.faults.push(frame.error!);
      });
      await new Promise((closed) => socket.once('close', closed));
    }
  }
}
