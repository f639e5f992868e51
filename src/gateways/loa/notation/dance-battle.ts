import type { View } from '../../../games/dance-battle/rules.ts';
import type { BeatEvent } from '../../../games/dance-battle/state.ts';
import { idOf, type Named, type Notation, nameOf, type Scene } from './notation.ts';

function eventOf(event: BeatEvent, players: readonly Named[]): object {
  const { round, beatIndex } = event;
  const id = (seat: number | null) => idOf(players, seat);
  if (event.kind === 'move') {
    return {
      round,
      beatIndex,
      kind: event.kind,
      steps: event.steps.map(({ seat, ...step }) => ({ agentId: id(seat), ...step })),
    };
  }
  return {
    round,
    beatIndex,
    kind: event.kind,
    poses: event.poses.map(({ seat, action }) => ({ agentId: id(seat), action })),
    clashes: event.clashes.map(({ seats, winner }) => ({ agentIds: seats.map(id), winnerAgentId: id(winner) })),
    eliminated: event.eliminated.map(id),
  };
}

function publicState({ view, players }: Scene<View>): object {
  const { matchResult } = view;
  return {
    round: view.round,
    maxRounds: view.maxRounds,
    status: view.status,
    map: view.map,
    beatSequence: view.beatSequence,
    players: view.players.map(({ seat, ...dancer }) => ({ ...players[seat]!, ...dancer })),
    events: view.events.map((event) => eventOf(event, players)),
    ...(matchResult && {
      matchResult: {
        rankings: matchResult.rankings.map(({ seat, ...row }) => ({ ...players[seat]!, ...row })),
        winnerAgentId: idOf(players, matchResult.winner),
        reason: matchResult.reason,
      },
    }),
  };
}

const lastDanced = (view: View): number => view.events.at(-1)?.round ?? 0;

/** Whether the events are those of the decision that was just made, not of an earlier one. */
const isFresh = ({ view, status }: Scene<View>): boolean =>
  view.events.length > 0 && lastDanced(view) === (status.kind === 'turn' ? view.round - 1 : view.round);

const ARROWS = { up: '⬆️', down: '⬇️', left: '⬅️', right: '➡️', hold: '⏸️' } as const;
const HANDS = { rock: '✊', paper: '✋', scissors: '✌️' } as const;

function danced(view: View, seat: number): string {
  return view.events
    .flatMap((event): string[] => {
      if (event.kind === 'move') {
        const step = event.steps.find((one) => one.seat === seat);
        return step ? [step.stunned ? '💫' : ARROWS[step.direction]] : [];
      }
      const pose = event.poses.find((one) => one.seat === seat);
      return pose ? [pose.action ? HANDS[pose.action] : '💫'] : [];
    })
    .join(' ');
}

export const danceBattle: Notation<View> = {
  playsOn: true,
  publicState: true,
  maxRounds: ({ view }) => view.maxRounds,
  round: ({ view }) => view.round,
  made: ({ view }) => lastDanced(view),
  scores: ({ view }) => view.players.map(({ score }) => score),
  extra: (scene) => ({ publicState: publicState(scene) }),
  actions(scene) {
    if (!isFresh(scene)) return [];
    const { view } = scene;
    return view.players.flatMap(({ seat }) => {
      const dance = danced(view, seat);
      return dance ? [{ seat, action: `Danced ${dance}` }] : [];
    });
  },
  summary(scene, round) {
    const { view, players, update } = scene;
    const lost = isFresh(scene)
      ? view.events.flatMap((event) => (event.kind === 'stress' ? event.eliminated : []))
      : [];
    const out = [...lost, ...(update.left?.seats ?? [])].map((seat) => nameOf(players, seat));
    const result = view.matchResult;
    const end = !result ? '' : result.winner === null ? ' A draw!' : ` ${nameOf(players, result.winner)} wins!`;
    return `Round ${round}: ${out.length ? `${out.join(', ')} eliminated.` : 'nobody eliminated.'}${end}`;
  },
};
