/**
 * Writes a golden record of a match between the game's bots, to be run by hand:
 * npx node test/make-golden.ts GAME_ID SEED [--name NAME] [--seats N] [--bots easy,hard] [--options JSON] [--late STEP,STEP] [--forfeit STEP]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Bots } from '../src/core/game.ts';
import type { ExportedRecord, Outcome, Position } from '../src/core/record.ts';
import { waitingFor } from '../src/core/record.ts';
import { manifestOf, manifests } from '../src/games/manifests.ts';
import { gameFolders } from './golden.ts';
import { chooseByBots, lateEntry, playMatch, seedOf } from './play.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    seats: { type: 'string' },
    bots: { type: 'string' },
    options: { type: 'string' },
    late: { type: 'string' },
    forfeit: { type: 'string' },
  },
});
const [id, seed] = positionals;
const manifest = manifestOf(id ?? '');
if (!manifest || !seed) throw new Error(`GAME_ID SEED wanted; games: ${manifests.map((one) => one.id).join(', ')}`);

const game = await manifest.rules();
const { folder } = (await gameFolders()).find((one) => one.manifests.includes(manifest))!;
const known = await manifest.bots();
const named = values.bots?.split(',').map((name) => known.find((bot) => bot.name === name)) ?? known;
const chosen: Bots = named.filter((bot) => bot !== undefined);
if (chosen.length !== named.length) throw new Error(`bots: ${known.map((bot) => bot.name).join(', ')}`);

const lateSteps = values.late?.split(',').map(Number) ?? [];
const forfeitStep = values.forfeit === undefined ? undefined : Number(values.forfeit);

const { record, position } = playMatch(game, {
  seats: values.seats ? Number(values.seats) : game.seats.min,
  seed: seedOf(seed),
  ...(values.options ? { options: JSON.parse(values.options) } : {}),
  choose: chooseByBots(chosen),
  disturb(at: Position, turn) {
    const waiting = waitingFor(turn, at.held);
    if (at.step === forfeitStep) return { kind: 'forfeit', seats: waiting.slice(0, 1), why: 'left' };
    return lateSteps.includes(at.step) ? lateEntry(game, at, waiting) : undefined;
  },
});
const golden: ExportedRecord = { ...record, outcome: position.status as Outcome };
const file = `src/games/${folder}/records/${values.name ?? `seed-${seed}`}.json`;
mkdirSync(`src/games/${folder}/records`, { recursive: true });
const { entries, ...rest } = golden;
const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
writeFileSync(file, `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "entries": [\n${lines}\n  ]\n}\n`);
console.log(`${file}: ${entries.length} entries, ${JSON.stringify(golden.outcome)}`);
