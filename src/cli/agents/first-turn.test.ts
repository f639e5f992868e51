import { expect, test } from 'vitest';
import { loadGames } from '../../games/load.ts';
import { manifests } from '../../games/manifests.ts';
import { firstBot } from './first-bots.ts';
import { firstTurnOf } from './first-turn.ts';

const { games } = await loadGames(manifests);

test.each(games)('the first agent for $id has an answer to the first turn that is written for its test', (rules) => {
  const turn = firstTurnOf(rules);
  const bot = new Function(`return ${firstBot(rules.id).script}`)();
  const answer = bot({ ...turn, asks: [] });
  if (typeof answer === 'string') expect(turn.legal).toContain(answer);
  else expect(answer).toBeTypeOf('object');
});
