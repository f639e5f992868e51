import { readLadder } from '../core/ladder.ts';
import type { MatchRecord } from '../core/record.ts';
import { positions } from '../core/record.ts';
import type { MatchSummary, Storage } from '../core/storage.ts';
import { aliasedId, manifestOf, manifests, rulesOf } from '../games/manifests.ts';
import type { GameManifest } from '../games/shared/manifest.ts';
import { verdict } from '../gateways/agentgames/verdict.ts';
import { readArguments, withStorage } from './arguments.ts';
import { ConfigError } from './config.ts';
import { printable } from './printable.ts';

const MOST = 1000;
/** Printing moves replays the match, which takes its time in chess. */
const MATCHES = { fallback: 100, most: MOST };

function gameOf(id: string): GameManifest {
  const game = manifestOf(aliasedId(id));
  if (!game) throw new ConfigError(`no game "${id}"; games: ${manifests.map((one) => one.id).join(', ')}`);
  return game;
}

export async function ladder(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'ladder GAME [--json]', 1);
  const game = gameOf(parsed.words[0]!);
  const rows = await withStorage(parsed, (storage) => readLadder(storage, game.id, MOST));
  if (parsed.json) return console.log(JSON.stringify(rows));
  if (rows.length === 0) console.log(`Nobody has a rating in ${game.title} yet.`);
  for (const { rank, name, rating, won, drawn, lost } of rows) {
    console.log(
      `${String(rank).padStart(4)}  ${printable(name).padEnd(32)} ${rating.toFixed(1).padStart(8)}  ${won}–${drawn}–${lost}`,
    );
  }
}

export async function matches(args: string[]): Promise<void> {
  const parsed = readArguments(args, 'matches GAME [--limit 100] [--json]', 1, { limit: MATCHES });
  const game = gameOf(parsed.words[0]!);
  await withStorage(parsed, async (storage) => {
    const finished = await storage.matches.list({ game: game.id, over: true, limit: parsed.limit });
    if (parsed.json) console.log(JSON.stringify(await withMoves(storage, finished)));
    else if (finished.length === 0) console.log(`No match of ${game.title} has finished yet.`);
    else for (const summary of finished) console.log(lineOf(summary));
  });
}

function lineOf(summary: MatchSummary): string {
  const { id, players: named, winner, reason } = matchRow(summary);
  const players = named.map(printable);
  const result = winner < 0 ? 'draw' : `${players[winner]} won`;
  return `${id}  ${players.join(' – ')}  ${result}${reason ? ` (${reason})` : ''}, ${summary.result!.steps} steps`;
}

async function withMoves({ matches: store }: Storage, summaries: MatchSummary[]) {
  const rows = [];
  for (const summary of summaries) {
    const record = await store.load(summary.id);
    rows.push({ ...matchRow(summary), moves: record ? await moveTexts(record) : [] });
  }
  return rows;
}

function matchRow({ id, seats, result }: MatchSummary) {
  const { winner, reason = null } = verdict(result!.outcome, 0);
  return { id, players: seats.map(({ name }) => name), winner, reason };
}

async function moveTexts(record: MatchRecord): Promise<{ player: number; move: string }[]> {
  const game = await rulesOf(record.game, record.version);
  if (!game) return [];
  const texts: { player: number; move: string }[] = [];
  const before = positions(game, record);
  for (const entry of record.entries) {
    const { state } = before.next().value!;
    if (entry.kind !== 'move') continue;
    for (const { seat, move } of entry.moves) {
      texts.push({ player: seat, move: game.text ? game.text.print(state, move) : JSON.stringify(move) });
    }
  }
  return texts;
}
