import { openStorage, type Place } from '../src/storage/open.ts';
import { sampleEntry, sampleRecord } from '../src/storage/suite/samples.ts';

// Appends to several matches at once until it is killed, and prints `match step` for every entry once it is acknowledged.
const storage = await openStorage({ ...(JSON.parse(process.argv[2]!) as Place), exclusive: true });

await Promise.all(
  Array.from({ length: 8 }, async (_, index) => {
    const match = `m${index}`;
    await storage.matches.create(sampleRecord(match));
    for (let step = 0; ; step++) {
      const appended = await storage.matches.append({ match, step, entry: sampleEntry(step) });
      if (appended.done !== 'appended') throw new Error(`entry ${step} of ${match}: ${appended.done}`);
      process.stdout.write(`${match} ${step}\n`);
    }
  }),
);
