import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import type { Turn } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { loadGames } from '../../games/load.ts';
import { manifests } from '../../games/manifests.ts';
import { Picture } from '../held/json.ts';
import { type Caller, makeWorld } from './fixture.ts';

const { games, bots } = await loadGames(manifests);
const picture = Compile(Picture);
/** So that long games stay short. */
const OPTIONS: { [game: string]: object } = { clawpoly: { turnLimit: 30 } };
const SEED = '5'.repeat(64);
const MOST_LOOKS = 6000;

/** What the game's weakest bot would do, from the picture alone. */
function choose(game: string, { view, turn, seat, cursor }: Picture): unknown {
  const asked: Turn = {
    kind: 'turn',
    number: turn!.number,
    must: turn!.yours ? [seat!] : [],
    ...(turn!.phase !== null && { phase: turn!.phase }),
    asks: (turn!.asks ?? []).map((ask) => ({ ...ask, seat: seat! })),
  };
  return bots[game]![0]!.play(view, asked, seat!, stepRandom(SEED, Number(cursor)));
}

for (const { id: game } of games) {
  test(`a whole match of ${game}, every seat over HTTP`, async () => {
    const world = await makeWorld({ games: games.filter(({ id }) => id === game) });
    const { size } = world.local.home(game);
    const seats: { who: Caller; id: string; over: boolean }[] = [];
    for (let seat = 0; seat < size; seat++) {
      const who = await world.agent(`agent-${seat}`);
      seats.push({
        who,
        id: (await who.play({ game, ...(OPTIONS[game] && { options: OPTIONS[game] }) })).id,
        over: false,
      });
    }
    let looks = 0;
    while (seats.some(({ over }) => !over)) {
      let decided = false;
      for (const seat of seats.filter(({ over }) => !over)) {
        const seen: Picture = await seat.who.look(seat.id, '?cursor=999999999');
        expect([looks++ < MOST_LOOKS, picture.Check(seen)]).toEqual([true, true]);
        seat.over = seen.status === 'over';
        if (!seen.turn?.yours && !seen.turn?.asks) continue;
        const move = choose(game, seen);
        const { status, body } = await seat.who.move(seat.id, { turn: seen.turn.number, move });
        expect([status, body.error]).toEqual([200, undefined]);
        decided = true;
      }
      // An audience has its time, and nobody votes.
      if (!decided) await world.clock.pass(1000);
    }
    const ends = await Promise.all(seats.map(({ who, id }) => who.look(id)));
    expect(ends.map(({ result }) => result.rank)).toEqual(ends[0].result.ranks);
    expect(world.faults).toEqual([]);
  });
}
