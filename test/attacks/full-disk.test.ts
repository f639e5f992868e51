import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../serving.ts';

const SAID = 'The server could not store this. Please try again.';

async function serving() {
  const data = mkdtempSync(join(tmpdir(), 'crossplay-full-'));
  const server = await serve({ CROSSPLAY_DATA: data });
  onTestFinished(async () => {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  });
  const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:`]);
  const ask = async (path: string, body?: object, key?: string) => {
    const answer = await fetch(`${server.url}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return {
    ...server,
    ask,
    register: async (name: string) => (await ask('/api/v1/agents', { name })).body.apiKey as string,
    /** No file of the server takes anything any more. */
    fill: () => limit('0'),
    free: () => limit('unlimited'),
  };
}

test.skipIf(process.platform !== 'linux')(
  'while nothing can be stored everybody is told so, and afterwards all goes on',
  async () => {
    const { ask, register, fill, free, output } = await serving();
    const key = await register('alice');
    const { id } = (await ask('/api/v1/play', { game: 'ttt', against: 'house' }, key)).body;
    const look = async () => (await ask(`/api/v1/play/${id}?wait=5`, undefined, key)).body;
    const { turn, legal } = await look();
    const move = () => ask(`/api/v1/play/${id}/moves`, { turn: turn.number, text: legal[0] }, key);
    fill();
    const answers = [
      await ask('/api/v1/agents', { name: 'bob' }),
      await ask('/api/v1/play', { game: 'ttt', against: 'house' }, key),
      await move(),
      await ask('/api/v1/rooms', {}),
      await ask('/api/v1/leagues', { league_id: 'l', players: 2 }),
    ];
    for (const { status, body } of answers) expect([status, body.error]).toEqual([503, SAID]);
    expect(await ask('/readyz')).toEqual({ status: 503, body: { error: 'The database cannot be written.' } });

    expect(output.filter((line) => /"error"/.test(line)).map((line) => JSON.parse(line).msg)).toEqual([
      'nothing can be stored',
    ]);
    free();
    expect(await ask('/readyz')).toEqual({ status: 200, body: 'ok' });
    expect((await move()).status).toBe(200);
    expect(await look()).toMatchObject({ turn: { number: turn.number + 2 } });
  },
);
