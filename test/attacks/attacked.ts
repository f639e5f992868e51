import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/cli/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';

export interface Attacked extends RunningServer {
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/** A whole server of this process, on free ports and a folder of its own. */
export async function attacked(env: { [name: string]: string } = {}): Promise<Attacked> {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-attacked-'));
  const server = await startServer(
    readConfig([], {
      PORT: '0',
      CROSSPLAY_SSH_PORT: '0',
      CROSSPLAY_DATA: data,
      CROSSPLAY_LOG: 'silent',
      CROSSPLAY_HOUSE_BOTS: 'off',
      ...env,
    }),
  );
  return {
    ...server,
    async end() {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
