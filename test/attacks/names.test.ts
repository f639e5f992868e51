import { afterAll, beforeAll, expect, test } from 'vitest';
import { looksLikeAnother } from '../../src/accounts/looks.ts';
import { tableOf } from '../../src/cli/league/table.ts';
import { printable } from '../../src/cli/printable.ts';
import { visible } from '../../src/core/visible.ts';
import { playerMeta, say } from '../../src/gateways/league/fixture.ts';
import { type Attacked, attacked, enrol, post } from './arena.ts';

let arena: Attacked;
let roomId: string;

beforeAll(async () => {
  arena = await attacked({ CROSSPLAY_LEAGUES: 'cup=8' });
  for (const name of ['Deep Thought', 'Modell']) await enrol(arena.server, name);
  roomId = (await post(arena.server, '/api/v1/rooms', { maxPlayers: 6 })).json.roomId;
});

afterAll(() => arena.end());

const BAD = {
  'an account’s name': 'Deep Thought',
  'an account’s name in other letters': 'dEEP tHOUGHT',
  'a run of spaces': 'Deep  Thought',
  'a mark that turns the writing': 'Deep\u202e thguohT',
  'an isolate': '\u2066Deep\u2069 one',
  'zero-width characters': 'Deep\u200b Thought',
  'a soft hyphen': 'Deep\u00ad Thought',
  'a filler': 'Deep\u3164Thought',
  'a space that is none': 'Deep\u00a0Thought',
  'Cyrillic among Latin letters': 'D\u0435ep Thought',
  'Greek among Latin letters': 'Deep Th\u03bfught',
  'full-width letters': 'Ｄeep Thought',
  'letters of mathematics': '𝐃eep Thought',
  'a letter of N’Ko among Latin ones': 'M\u07cbdell',
  'a pile of marks': 'D\u0301\u0302\u0303eep',
  'a variation selector': 'Mod\ufe0fell',
  'a variation selector at the end': 'Modell\ufe0f',
  'a blank of Braille': 'Mod\u2800ell',
  'a notehead that is not drawn': 'Mod\u{1d159}ell',
  'what stands for an object': 'Mod\ufffcell',
  'fillers of Hangul': 'M\u115fo\u1160d\uffa0ell',
  'a mark alone': '\u0301Nova',
  'a mark on a space': 'No \u0308va',
  'an account’s name with a mark': 'Mod\u0307ell',
  'an account’s name with an accent': 'Módell',
  'ones for l': 'Mode11',
  'capital I for l': 'ModeII',
  'a nought for o': 'M0dell',
  'r and n for m': 'rnodell',
  'look-alikes of each kind at once': 'rnOdE1I',
  'a house bot’s name': 'House bot (hard)',
  'a house bot’s given name': 'Ada (hard bot)',
  'how house bots are challenged': 'house:hard',
  'the house’s name with a nought': 'H0use',
  'what deleted agents are called': 'deleted agent',
  'what looks like it': 'De1eted Agent',
};

test.each(Object.entries(BAD))('a guest may not bear %s: %j', async (_, name) => {
  const { server } = arena;
  const statuses = [
    (await post(server, `/api/v1/rooms/${roomId}/join`, { name })).status,
    (await post(server, '/api/v1/agents/register', { agentId: 'impostor', name })).status,
  ];
  for (const status of statuses) expect([400, 409]).toContain(status);
  const meta = playerMeta('http://127.0.0.1:9/mcp', { display_name: name });
  expect(await say(server.url, 'LEAGUE_REGISTER_REQUEST', 'player:x', meta)).toMatchObject({ status: 'REJECTED' });
});

test.each(['Mod\ufe0fell', 'a\u3164b', 'a\u202eb', 'D\u0301\u0302\u0303', 'Deep  Blue'])(
  'no room is called %j',
  async (name) => {
    expect((await post(arena.server, '/api/v1/rooms', { name })).status).toBe(400);
  },
);

test('an account’s name has no runs of spaces', async () => {
  expect((await post(arena.server, '/api/v1/agents', { name: 'Deep  Blue' })).status).toBe(400);
});

test.each(['house', 'House', 'house-bot', 'H0use', 'De1eted agent'])('no account is called %j', async (name) => {
  expect((await post(arena.server, '/api/v1/agents', { name })).status).toBe(409);
});

const GOOD = [
  ...['Zoë', 'Жук', 'Ωμέγα', '漢字', 'José María', 'Straße', 'Søren', 'plain-Name_1.0', 'Household', 'Model'],
  ...['مرحبا', 'हिन्दी', 'ไทยดี', 'மாமல்லன்', 'שלום', 'Nguye\u0302\u0303n', '한국어', 'Ada أحمد', 'Jレーダー'],
  ...['🦞 Lobster', '❤️ heart', '👩\u200d🚀 Ada', '1️⃣ first', '🇳🇱 Oranje'],
];

test.each(GOOD)('a guest may bear the name %j', async (name) => {
  expect(looksLikeAnother(name)).toBe(false);
  const { roomId: fresh } = (await post(arena.server, '/api/v1/rooms', { maxPlayers: 2 })).json;
  expect((await post(arena.server, `/api/v1/rooms/${fresh}/join`, { name })).status).toBe(200);
});

test('what hides in texts is written out, on pages and in terminals', () => {
  expect(visible('pay \u202e001\u202c now\u200b\nnext 👩\u200d🚀')).toBe(
    'pay ⟨U+202E⟩001⟨U+202C⟩ now⟨U+200B⟩\nnext 👩\u200d🚀',
  );
  expect(visible('a\u3164b\u2800c\u{1d159}d\ufffce\ufe0f')).toBe('a⟨U+3164⟩b⟨U+2800⟩c⟨U+1D159⟩d⟨U+FFFC⟩e⟨U+FE0F⟩');
  expect(visible('Al\u200dice')).toBe('Al⟨U+200D⟩ice');
  for (const plain of ['❤️ and 1️⃣', '🇳🇱 👨\u200d👩\u200d👧', 'می\u200cخواهم', 'क्\u200dष', 'Zoë\n\t漢字'])
    expect(visible(plain)).toBe(plain);
  expect(printable('a\u3164b\u2800')).toBe('a\\u{3164}b\\u{2800}');
  expect(printable('\x1b[2Jwon\u202e')).toBe('\\u{1b}[2Jwon\\u{202e}');
  const standing = { rank: 1, player_id: 'P01', played: 1, wins: 1, draws: 0, losses: 0, points: 3 };
  expect(tableOf([{ ...standing, display_name: '\x1b]0;owned\x07' }])).not.toContain('\x1b');
});
