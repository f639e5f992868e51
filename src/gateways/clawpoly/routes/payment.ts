import type { FastifyRequest } from 'fastify';
import type { Hex } from '../../../core/money.ts';
import { bearerOf } from '../../sockets.ts';
import { seatOf } from '../notation/players.ts';
import type { Room } from '../rooms/room.ts';
import { profileAgent } from '../settle.ts';
import { type Fields, fieldsOf, type Wrong, wrong } from './body.ts';
import type { RoomRoutesParts } from './rooms.ts';

export interface Verified {
  verified: boolean;
  confirmations: number;
  message: string;
}

/** Whether the entry fee of a seat was paid. */
export async function verifyPayment(
  { rooms, purse }: Pick<RoomRoutesParts, 'rooms' | 'purse'>,
  room: Room,
  request: FastifyRequest,
): Promise<Verified | Wrong> {
  if (!room.body.premium) {
    return { verified: false, confirmations: 0, message: 'This room has no entry fee: connect without paying.' };
  }
  if (!purse || !rooms.cashier) return wrong('This server takes no money now', 501);
  const { agentId, agentToken, txHash, payoutAddress } = fieldsOf(request);
  const seat = namedSeat(room, agentId);
  if (seat === undefined) return wrong('No such agentId in this room', 404);
  const token = typeof agentToken === 'string' ? agentToken : bearerOf(request);
  if (token !== undefined && room.seatOfToken(token) !== seat) return wrong('This agentToken is of another seat', 403);
  const payTo = purse.readAddress(payoutAddress);
  if (!payTo) return wrong('payoutAddress must be an address on the chain');
  const shown = token !== undefined;
  const tx = readHash(txHash);
  if (!tx && !(shown && txHash === undefined)) return wrong('txHash must be 0x and 64 hexadecimal digits');
  const { verified, confirmations, message } = await rooms.cashier.verify(room, seat, { tx, payTo, shown });
  return { verified, confirmations, message };
}

/** By the playerId, or by the id that the agent joined with. */
function namedSeat({ body: { seats } }: Room, id: Fields[string]): number | undefined {
  if (typeof id !== 'string') return undefined;
  const found = seats.findIndex(({ agent }) => agent === id || agent === profileAgent(id));
  return found < 0 ? seatOf(id, seats.length) : found;
}

const readHash = (given: unknown): Hex | undefined =>
  typeof given === 'string' && /^0x[\da-f]{64}$/i.test(given) ? (given.toLowerCase() as Hex) : undefined;
