import type { RushView } from '../../../games/resource-rush/view.ts';
import { byId, type Notation, nameOf, type Scene } from './notation.ts';

const OUT_OF_SIGHT = 'Out of sight';

/** Only those whom the viewer sees. */
const seen = <Value>({ players }: Scene, values: readonly (Value | null)[]): { [agentId: string]: Value } =>
  Object.fromEntries(
    players.flatMap(({ agentId }, seat) => {
      const value = values[seat];
      return value === null || value === undefined ? [] : [[agentId, value]];
    }),
  );

function deed(last: RushView['last'][number]): string {
  if (!last) return OUT_OF_SIGHT;
  if (last.action === 'move') return `Moved ${last.direction}`;
  if (last.action === 'wait') return 'Waited';
  return last.resource ? `Harvested ${last.amount} ${last.resource}` : 'Harvested nothing';
}

export const resourceRush: Notation<RushView> = {
  maxRounds: ({ view }) => view.maxTicks,
  round: ({ view }) => Math.min(view.tick + 1, view.maxTicks),
  made: ({ view }) => view.tick,
  scores: ({ view }) => view.scores,
  extra: (scene) => ({
    tick: scene.view.tick,
    maxTicks: scene.view.maxTicks,
    mapSize: scene.view.mapSize,
    grid: scene.view.grid,
    playerPositions: seen(scene, scene.view.positions),
    playerResources: byId(scene.players, (seat) => scene.view.resources[seat]),
    playerThoughts: seen(scene, scene.view.thoughts),
    scores: byId(scene.players, (seat) => scene.view.scores[seat]),
    ...(scene.view.memory && { memory: scene.view.memory }),
  }),
  actions: ({ view }) => view.last.map((last, seat) => ({ seat, action: deed(last) })),
  summary({ view, players }, round) {
    const [first, second] = view.scores as [number, number];
    const standing = `${nameOf(players, 0)} ${first}, ${nameOf(players, 1)} ${second}`;
    return `Tick ${round}: ${standing}`;
  },
};
