import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Arena } from '../../core/arena.ts';
import { stepRandom } from '../../core/random.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { readConfig } from '../config.ts';

/** A server of the check's own, which can be stopped and started on the same port with the same data. */
export class CheckArena {
  readonly #folder = mkdtempSync(join(tmpdir(), 'crossplay-check-'));
  readonly #timeScale: string;
  #server!: RunningServer;
  #seed = '';
  #accounts = 0;

  private constructor(timeScale: number) {
    this.#timeScale = String(timeScale);
  }

  /** @param timeScale real seconds per second of the protocol */
  static async open(timeScale: number): Promise<CheckArena> {
    const arena = new CheckArena(timeScale);
    await arena.#start('0');
    return arena;
  }

  get url(): string {
    return this.#server.url;
  }

  get arena(): Arena {
    return this.#server.arena;
  }

  async restart(): Promise<void> {
    const { port } = this.#server;
    await this.#server.stop();
    await this.#start(String(port));
  }

  async close(): Promise<void> {
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** From the next match on, whoever came first of so many gets this seat. */
  seatFirst(seat: number, seats: number): void {
    const order = Array.from({ length: seats }, (_, i) => i);
    do this.#seed = randomBytes(32).toString('hex');
    while (stepRandom(this.#seed, 0, 'seating').shuffle(order)[seat] !== 0);
  }

  /** A key, and a name that is free: an agent that shows no key may bear it. */
  async account(): Promise<{ name: string; key: string }> {
    const number = ++this.#accounts;
    const { apiKey } = (await this.post('/api/v1/agents', { name: `account-${number}` })) as { apiKey: string };
    return { name: `checked-${number}`, key: apiKey };
  }

  async post(path: string, body: object): Promise<unknown> {
    const reply = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  }

  async #start(port: string): Promise<void> {
    const own = { CROSSPLAY_DATA: this.#folder, CROSSPLAY_HOUSE_BOTS: 'off', CROSSPLAY_SSH_PORT: '0' };
    const config = readConfig([], { PORT: port, HOST: '127.0.0.1', CROSSPLAY_TIME_SCALE: this.#timeScale, ...own });
    this.#server = await startServer(config, pino({ level: 'silent' }), {
      serves: (protocol) => protocol !== 'web',
      // Seats are drawn, so that the seed decides who gets which; and a refused move may be tried again.
      home: (_, { terms: { illegal: _illegal, ...terms }, ...home }) => ({
        ...home,
        terms: { ...terms, seating: 'drawn' },
      }),
      newSeed: () => this.#seed || randomBytes(32).toString('hex'),
    });
  }
}
