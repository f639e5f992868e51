import type { Callers, Expected } from '../core/arena.ts';
import { ask } from './asking.ts';
import type { ClusterArenaParts } from './cluster-arena.ts';
import { nodeOf } from './subjects.ts';

const REACH_WITHIN = 500;
const CALL_FOR = 10_000;
const MOST_KNOWN = 10_000;

/** Agents that are called may be connected to any node. */
export function clusterCallers({ here, others, deskElsewhere, remote }: ClusterArenaParts): Callers {
  const { bus, node: from, fault } = remote;
  /** Where an agent of another node was found. */
  const found = new Map<string, string>();

  return {
    add: (via, caller) => here.callers.add(via, caller),
    async reach(agent, game) {
      found.delete(agent);
      const via = await here.callers.reach(agent, game);
      if (via !== undefined) return via;
      const asked = others().map(async (node) => {
        const answer = await ask(bus, nodeOf(node), { op: 'reach', from, agent, game }, REACH_WITHIN);
        if (typeof answer !== 'string') throw new Error('not there');
        return { node, via: answer };
      });
      const first = await Promise.any(asked).catch(() => undefined);
      if (!first) return undefined;
      if (found.size >= MOST_KNOWN) found.clear();
      found.set(agent, first.node);
      return first.via;
    },
    // Matches wait for agents where leagues and competitions are led.
    expect: (expected, arrived) => here.callers.expect(expected, arrived),
    async expecting(agent) {
      const desk = deskElsewhere();
      if (desk === undefined) return here.callers.expecting(agent);
      return (await ask(bus, nodeOf(desk), { op: 'expecting', from, agent }, REACH_WITHIN)) as Expected[];
    },
    async arrive(agent, game) {
      const desk = deskElsewhere();
      if (desk === undefined) return here.callers.arrive(agent, game);
      const question = { op: 'arrive', from, agent, ...(game !== undefined && { game }) };
      return (await ask(bus, nodeOf(desk), question, REACH_WITHIN).catch(() => false)) === true;
    },
    tell(agent, notice) {
      here.callers.tell(agent, notice);
      for (const node of others()) {
        ask(bus, nodeOf(node), { op: 'tell', from, agent, notice }, REACH_WITHIN).catch(() => {});
      }
    },
    seat(via, agent, match, seat) {
      const node = found.get(agent);
      if (node === undefined) return here.callers.seat(via, agent, match, seat);
      ask(bus, nodeOf(node), { op: 'call', from, via, agent, header: match.header, seat }, CALL_FOR).catch(fault);
    },
  };
}
