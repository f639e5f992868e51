import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../server.ts';
import { readConfig } from '../config.ts';
import { printable } from '../printable.ts';
import type { Fields } from './endpoint.ts';
import { type RunningPlayer, startPlayer } from './player.ts';
import { strategies } from './strategies.ts';
import { tableOf } from './table.ts';

/** A whole league in this process, on a server of its own that leaves nothing behind. */
export async function demo(players: number): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-league-'));
  const settings = ['--port', '0', '--ssh-port', '0', '--data', data, '--log-level', 'error'];
  const server = await startServer(readConfig([...settings, '--leagues', `demo=${players}`], {}));
  const names = Object.keys(strategies);
  const running: RunningPlayer[] = [];
  try {
    for (let i = 0; i < players; i++) {
      const strategy = names[i % names.length]!;
      const name = `${strategy} ${1 + Math.floor(i / names.length)}`;
      // One of them is listened to: all hear the same.
      const hear = i === 0 ? { hear: print } : {};
      running.push(await startPlayer({ server: server.url, name, strategy: strategies[strategy]!(), ...hear }));
    }
    await Promise.all(running.map(({ over }) => over));
  } finally {
    for (const player of running) await player.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

function print(message: Fields): void {
  if (message.message_type === 'LEAGUE_STANDINGS_UPDATE') {
    console.log(`after round ${message.round_id}\n${tableOf(message.standings)}\n`);
  }
  if (message.message_type === 'LEAGUE_COMPLETED') {
    const { display_name, points } = message.champion as Fields;
    console.log(
      `${printable(String(display_name))} wins the league of ${message.total_matches} matches with ${points} points.`,
    );
  }
}
