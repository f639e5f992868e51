import type { TableInfo } from '../../core/arena.ts';
import type { CheckArena } from './check-arena.ts';
import { type Conversation, type Frame, fieldsOf } from './conversation.ts';
import type { Opponent } from './opponent.ts';
import type { Placing } from './placing.ts';

/** A room of Clawpoly that is over soon. */
const ROOM = { maxPlayers: 2, turnLimit: 12, gameSpeed: 'instant' };

/** The agent waits at a table of the game, whichever way it came there, and the opponents sit down beside it. */
export function lobbyPlacing(host: CheckArena, game: string, opponents: Opponent[], seat: number): Placing {
  const ours = new Set(opponents.map(({ agent }) => agent));
  const itsTable = async (): Promise<TableInfo | undefined> =>
    (await host.arena.lobby.tables(game)).find(
      ({ status, sitters }) => status === 'open' && sitters.some(({ agent }) => !ours.has(agent)),
    );
  return {
    env: {},
    isThere: async () => (await itsTable()) !== undefined,
    async bring() {
      const table = await itsTable();
      if (!table) return;
      host.seatFirst(seat, table.size);
      for (const { sitter } of opponents.slice(0, table.size - 1)) await host.arena.lobby.sit(table.id, sitter);
    },
    async resume(arena) {
      for (const opponent of opponents) await opponent.resume(arena);
    },
    async resign(arena) {
      for (const opponent of opponents) await opponent.resign(arena);
    },
    async close() {
      const left = await itsTable();
      for (const { agent } of left?.sitters ?? []) await host.arena.lobby.stand(left!.id, agent);
    },
  };
}

/** The same in a room that is made for it. Joining is not all: the agent has to connect as well. */
export async function inRoom(placing: Placing, host: CheckArena, conversation: Conversation): Promise<Placing> {
  const { id } = (await host.post('/api/v1/rooms', ROOM)) as { id: string };
  const isWelcome = ({ json }: Frame): boolean => fieldsOf(json).type === 'agent:welcome';
  return { ...placing, env: { ROOM: id }, isThere: async () => conversation.frames.some(isWelcome) };
}
