import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runTranscript } from './fixture-transcript.ts';

const folder = new URL('./transcripts/', import.meta.url);

for (const file of readdirSync(folder)) {
  const text = readFileSync(new URL(file, folder), 'utf8');
  test(text.split('\n')[0]!.replace(/^# /, ''), async () => {
    expect((await runTranscript(text)).faults).toEqual([]);
  });
}
