import { expect, test } from 'vitest';
import { goldenRecords } from '../../test/golden.ts';
import { rulesOf } from '../games/manifests.ts';
import { draw } from './draw.ts';
import { Replay } from './replay.ts';
import type { FrontNews, Header, PageFrame, Step } from './wire.ts';

const header = (record: (typeof records)[number]['record']): Header => ({
  type: 'match',
  match: record.id,
  game: record.game,
  title: record.game,
  version: record.version,
  options: record.options,
  clock: record.terms.clock,
  rated: true,
  seats: record.seats.map((holder) => ({ ...holder, rating: 1200 })),
  seedHash: record.seedHash,
  startedAt: record.at,
  now: record.at,
  scale: 1,
  seat: -1,
});

const records = goldenRecords();

const seenAt = (step: Step): PageFrame => ({ type: 'update', ...step });

test.for(records)('$folder/$file is drawn without code, and without styles of its own', async ({ record }) => {
  const replay = new Replay((await rulesOf(record.game, record.version))!, record);
  const { id, game, seats } = record;
  const last = replay.positions.length - 1;
  for (const number of [0, Math.floor(last / 2), last]) {
    const frames = [header(record), seenAt(replay.step(number, number === last ? 'replay' : 'spectator'))];
    const front: FrontNews = {
      type: 'front',
      live: 1,
      matches: [{ id, game, seats, startedAt: new Date(record.at).toISOString() }],
      featured: id,
      results: [],
      tables: [],
    };
    for (const html of [
      await draw({ page: 'match', id }, frames),
      await draw({ page: '', id: undefined }, [front, ...frames]),
    ]) {
      expect(html).toMatch(/class="board [^>]*>\s*<(div|svg)/);
      expect(html).not.toMatch(/<(script|style|!--)|\s(style|on\w+)=/);
    }
  }
});

test('what hides in the words of players is written out wherever a page has them', async () => {
  const { record } = structuredClone(records.find(({ folder }) => folder === 'debate')!);
  const words = 'A\u202egnp\u200b\u2066x\u2069\u3164';
  const spoken = record.entries.find((entry) => entry.kind === 'move')!;
  for (const one of spoken.moves) one.move = { text: words };
  const replay = new Replay((await rulesOf(record.game, record.version))!, record);
  const html = await draw({ page: 'match', id: record.id }, [header(record), seenAt(replay.step(1, 'replay'))]);
  expect(html.split('A⟨U+202E⟩gnp⟨U+200B⟩⟨U+2066⟩x⟨U+2069⟩⟨U+3164⟩').length - 1).toBeGreaterThan(1);
  expect(html).not.toMatch(/[\u202e\u200b\u2066\u2069\u3164]/);
});

test('what one page was told is not on the next', async () => {
  const [{ record }] = records as [(typeof records)[number]];
  const replay = new Replay((await rulesOf(record.game, record.version))!, record);
  const told = [header(record), seenAt(replay.step(0, 'spectator'))];
  const at = { page: 'match', id: record.id };
  expect(await draw(at, told)).toContain(record.seats[0]!.name);
  expect(await draw(at, [])).not.toContain(record.seats[0]!.name);
});
