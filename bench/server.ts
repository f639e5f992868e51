import { join } from 'node:path';
import { type Program, startProgram } from './process.ts';

/** The real server on a free port, with a database of its own. */
export async function startCrossplay(
  data: string,
  env: { [name: string]: string } = {},
): Promise<Program & { url: string }> {
  const settings = {
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
