import { describe, expect, it } from 'vitest';
import type { Seat, Turn } from '../../core/game.ts';
import { AUDIENCE } from '../../core/game.ts';
import { stepRandom } from '../../core/random.ts';
import { bazaarBots } from './bots.ts';
import { accept, make, propose, random, randomOf, reject, say, start } from './fixture.ts';
import { bazaar } from './rules.ts';
import type { State } from './state.ts';

describe('the bots of the bazaar', () => {
  const [easy, medium, hard] = bazaarBots.map(({ play }) => play) as [Play, Play, Play];
  type Play = (typeof bazaarBots)[number]['play'];
  const turnOf = (state: State) => bazaar.status(state) as Turn;
  const ask = (bot: Play, state: State, seat: Seat) => bot(bazaar.view(state, seat), turnOf(state), seat, random);

  it.each(bazaarBots)('$name says that it is one when its offer is out', ({ play }) => {
    const proposed = make(start(), 0, ask(play, start(), 0));
    expect(proposed.pending).toMatchObject({ proposer: 0, request: { food: expect.any(Number) } });
    expect(ask(play, proposed, 0)).toEqual({ text: expect.stringContaining('I am a house bot') });
  });

  it('take what brings them closer to their goal and reject what does not', () => {
    const good = say(make(start(), 0, propose({ gold: 3 }, { iron: 1 })));
    const bad = say(make(start(), 0, propose({ wood: 1 }, { gold: 2 })));
    for (const bot of [medium, hard]) {
      expect(ask(bot, good, 1)).toEqual(accept);
      expect(ask(bot, bad, 1)).toEqual(reject);
    }
    expect(ask(easy, bad, 1)).toEqual(reject);
  });

  it('reject what they cannot pay', () => {
    const dear = say(make(start(), 0, propose({ gold: 5 }, { wood: 2 })));
    for (const bot of [easy, medium, hard]) expect(ask(bot, dear, 1)).toEqual(reject);
  });

  it('hard takes back an offer that was ignored', () => {
    const ignored = say(say(make(start(), 0, ask(hard, start(), 0))));
    expect(ask(hard, ignored, 0)).toEqual(reject);
  });

  it('hard mostly beats easy', () => {
    const winner = (seed: number, seats: [Play, Play]): Seat => {
      let state = bazaar.start({}, 2, randomOf(seed));
      for (let step = 0; state.phase === 'talk'; step++) {
        const seat = turnOf(state).must[0]!;
        const move = seats[seat === 0 ? 0 : 1](
          bazaar.view(state, seat),
          turnOf(state),
          seat,
          stepRandom('11'.repeat(32), step, `bot ${seed}`),
        );
        state = make(state, seat, move);
      }
      const over = state.phase === 'over' ? bazaar.status(state) : undefined;
      return over?.kind === 'over' ? over.ranks.indexOf(1) : AUDIENCE;
    };
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    expect(seeds.filter((seed) => winner(seed, [hard, easy]) === 0).length).toBeGreaterThan(12);
    expect(seeds.filter((seed) => winner(seed, [easy, hard]) === 1).length).toBeGreaterThan(12);
  });
});
