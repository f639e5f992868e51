import { expect, onTestFinished } from 'vitest';
import { arrived } from '../../../test/afar.ts';
import { testArena } from '../../../test/arena.ts';
import { flawOfFrame } from '../../../test/wire.ts';
import { createAccounts } from '../../accounts/accounts.ts';
import { rateLimit } from '../../accounts/rate-limit.ts';
import type { AnyGame, Bot, Seat } from '../../core/game.ts';
import type { LocalArena } from '../../core/local-arena.ts';
import type { Match } from '../../core/match.ts';
import type { SeatHolder } from '../../core/record.ts';
import type { Storage } from '../../core/storage.ts';
import { regularDebate } from '../../games/debate/rules.ts';
import { freeCells, type Move, ticTacToe, type View } from '../../games/tic-tac-toe/rules.ts';
import { BotMatches } from '../bot-matches.ts';
import type { HouseBots } from '../gateway.ts';
import { AbsentPeople } from './absent-people.ts';
import { Drawing } from './drawing.ts';
import { Encoder } from './encoder.ts';
import { Front } from './front.ts';
import { PrivateTables } from './private-tables.ts';
import { Session, type SessionParts } from './session.ts';

export const SECRET = '00112233445566778899aabbccddeeff';

/** A message as a page reads it. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into messages of every shape
export type Heard = any;

const firstFree: Bot<View, Move> = ({ board }) => ({ cell: freeCells(board)[0]! });

/** A bot that takes the first free cell. */
function simpleHouse(): Pick<HouseBots, 'names' | 'sitter'> {
  let serial = 0;
  return {
    names: (game) => (game === 'ttt' ? ['simple'] : []),
    sitter: () => ({
      agent: `bot:${++serial}`,
      name: 'Simple',
      kind: 'bot',
      via: 'house',
      begin: (match, seat) => {
        match.watch(seat, ({ status, waiting, view }) => {
          if (status.kind !== 'turn' || !waiting.includes(seat)) return;
          const move = firstFree(view as View, status, seat, undefined!);
          queueMicrotask(() => match.submit({ seat, move }, status.number, () => {}));
        });
      },
      dismiss: () => {},
    }),
  };
}

const GAMES: AnyGame[] = [ticTacToe, regularDebate];

/** What a test wants otherwise. */
interface Wishes {
  /** Of a server that is gone. */
  storage?: Storage;
  exhibit?(arena: LocalArena): Promise<void>;
}

export async function site(games = GAMES, { exhibit, ...before }: Wishes = {}) {
  const {
    arena: contract,
    local: arena,
    clock,
    storage,
    faults,
  } = await testArena(games, { ...before, ids: before.storage ? 'later' : 'id' });
  const accounts = createAccounts({ storage, clock });
  const front = new Front(
    contract,
    clock,
    (error) => faults.push(error),
    async () => exhibit?.(arena),
  );
  const house = simpleHouse();
  const tables = new PrivateTables({ arena: contract, clock, house });
  const absent = new AbsentPeople({
    arena: contract,
    clock,
    leave: (table, person) => tables.leave(table, person),
    fault: (error) => faults.push(error),
  });
  const parts: SessionParts & { drawing: Drawing } = {
    arena: contract,
    accounts,
    clock,
    front,
    house,
    botMatches: new BotMatches(contract),
    tables,
    absent,
    encoder: new Encoder(),
    drawing: new Drawing(Promise.resolve(undefined)),
    deeds: rateLimit(clock, { perMinute: 30, burst: 30 }),
    scale: 1,
    fault: (error) => faults.push(error),
  };
  /** A page. Whatever it is sent is held against the schemas. */
  const open = (address = '::1') => {
    const texts: string[] = [];
    onTestFinished(() => expect(texts.flatMap((text) => flawOfFrame(text) ?? [])).toEqual([]));
    const slow = { isBehind: false, whenTaken: [] as (() => void)[] };
    const session = new Session(parts, address, {
      send: (text) => texts.push(text),
      charge: () => true,
      get isBehind() {
        return slow.isBehind;
      },
      onceTaken: (call) => slow.whenTaken.push(call),
    });
    const heard = (): Heard[] => texts.map((text) => JSON.parse(text));
    const said = async (message: object) => {
      await session.receive(JSON.stringify(message));
      await arrived();
    };
    return { session, texts, heard, said, slow };
  };
  return { arena, clock, storage, accounts, front, faults, parts, open };
}

export const holders: SeatHolder[] = [0, 1].map((seat) => ({
  agent: `a${seat}`,
  name: `a${seat}`,
  kind: 'agent',
  via: 'test',
}));

/** A match whose seats are here. */
export async function beginMatch(arena: LocalArena, game = 'ttt', options: unknown = {}): Promise<Match> {
  return arena.begin({ game, options, seats: holders }, (match) => {
    for (const seat of [0, 1]) match.watch(seat, () => {});
  });
}

export async function submit(match: Match, seat: Seat, move: unknown): Promise<string | undefined> {
  const { status } = match.position;
  const turn = status.kind === 'turn' ? status.number : 0;
  const reason = await new Promise<string | undefined>((resolve) => {
    match.submit({ seat, move }, turn, (refused) => resolve(refused?.reason));
  });
  await arrived();
  return reason;
}
