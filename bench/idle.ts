/** `node bench/idle.ts [sockets] [game]`: memory of the server per authenticated socket that does nothing, or sits in a match of two. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { mintAgents } from './agents.ts';
import { memoryOf } from './process.ts';
import { startCrossplay } from './server.ts';

const count = Number(process.argv[2] ?? 5000);
const game = process.argv[3];
const folder = mkdtempSync(join(tmpdir(), 'crossplay-bench-'));
try {
  const agents = await mintAgents(folder, count);
  // The wait for a join is stretched, so that nobody is sent away while we measure.
  const server = await startCrossplay(folder, { CROSSPLAY_TIME_SCALE: '100' });
  const connect = async ({ token }: { token: string }) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/play${game ? `?game=${game}` : ''}`, {
      perMessageDeflate: false,
      headers: { authorization: `Bearer ${token}` },
    });
    await once(socket, game ? 'message' : 'open');
  };
  const warm = agents.splice(0, Math.min(200, count / 10));
  for (const agent of warm) await connect(agent);
  const before = memoryOf(server.pid);
  for (let i = 0; i < agents.length; i += 100) await Promise.all(agents.slice(i, i + 100).map(connect));
  const each = (memoryOf(server.pid) - before) / agents.length;
  console.log(
    `${agents.length} ${game ? `sockets in matches of ${game}` : 'idle authenticated sockets'}: ${(each / 1024).toFixed(1)} KB each`,
  );
  await server.stop('SIGKILL');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
