import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { fixture } from './fixture.ts';
import { runTranscript } from './fixture-transcript.ts';

const folder = join(import.meta.dirname, 'transcripts');

describe('transcripts', () => {
  it.each(readdirSync(folder))('%s', async (file) => {
    await runTranscript(readFileSync(join(folder, file), 'utf8'), await fixture());
  });
});
