import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, startProgram } from './process.ts';

/** As `npm start` has it. */
const [jemalloc = ''] = globSync('/usr/lib/*/libjemalloc.so.2');
const GIVES_BACK = {
  LD_PRELOAD: jemalloc,
  MALLOC_CONF: 'background_thread:true,narenas:2,dirty_decay_ms:5000,muzzy_decay_ms:0',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '5120',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The real server on a free port, with a database of its own. */
export async function startCrossplay(
  data: string,
  env: { [name: string]: string } = {},
): Promise<Program & { url: string }> {
  const settings = {
    ...GIVES_BACK,
    PORT: '0',
    CROSSPLAY_SSH_PORT: '0',
    CROSSPLAY_DATA: data,
    CROSSPLAY_HOUSE_BOTS: 'off',
    CROSSPLAY_LOG: 'error',
    AGENTBBS_GAME_MOVE_TIMEOUT: '600',
    ...env,
  };
  const program = await startProgram(
    [join(import.meta.dirname, '../bin/crossplay.js'), 'serve'],
    settings,
    /serving ([^\s"]+)/,
  );
  return { ...program, url: /serving ([^\s"]+)/.exec(program.said)![1]! };
}
