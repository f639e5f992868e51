import type { FastifyReply, FastifyRequest } from 'fastify';
import { readAmount, shortAmount } from '../../core/amounts.ts';
import { agentAccount, type Hex, payout, type Send } from '../../core/money.ts';
import type { PurseDesk } from '../../core/purse-desk.ts';
import type { AgentRow } from '../../core/storage.ts';
import { COST } from '../budget.ts';
import type { GatewayParts } from '../gateway.ts';
import { knownSince } from '../payout-addresses.ts';
import { bearerOf } from '../sockets.ts';
import { spentToday } from '../spent-today.ts';

type Parts = Pick<GatewayParts, 'accounts' | 'addressOf' | 'arena' | 'clock' | 'documents' | 'http' | 'purse'>;
type Refused = { status: number; error: string; wait?: number };

const PATH = '/api/v1/agents/me/purse';
const LINES = 100;
const SECOND = 1000;
const KEY = /^[\w.:-]{1,64}$/;

const refuse = (status: number, error: string): Refused => ({ status, error });
const usdc = (units: bigint): string => shortAmount(units, 'USDC');

/** An account's own money: what it has, and how it is taken out. */
export function addPurseRoutes(parts: Parts): void {
  const { http } = parts;
  // One after the other, so that limits count what was taken out a moment before.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(call: () => Promise<Value>): Promise<Value> => {
    const next = last.then(call);
    last = next.catch(() => {});
    return next;
  };
  const route =
    (answer: (purse: PurseDesk, agent: AgentRow, request: FastifyRequest) => Promise<object>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { purse } = parts;
      if (!purse) return send(reply, refuse(501, 'This server takes no money.'));
      const agent = await whose(parts, request);
      return send(reply, 'status' in agent ? agent : await answer(purse, agent, request));
    };
  http.get(
    PATH,
    { config: { cost: COST.replay } },
    route((purse, agent) => show(parts, purse, agent)),
  );
  http.post(
    `${PATH}/withdraw`,
    { config: { cost: COST.replay } },
    route((purse, agent, request) => inTurn(() => withdraw(parts, purse, agent, request))),
  );
}

function send(reply: FastifyReply, answer: object) {
  if (!('status' in answer && 'error' in answer)) return answer;
  const { status, error, wait } = answer as Refused;
  if (wait !== undefined) reply.header('retry-after', wait);
  return reply.code(status).send({ error });
}

/** By the API key alone: a session token is handed about too easily for money. */
async function whose({ accounts, addressOf }: Parts, request: FastifyRequest): Promise<AgentRow | Refused> {
  const key = bearerOf(request);
  const agent = key === undefined ? undefined : await accounts.authenticate(key);
  if (!agent) {
    const counted = accounts.limits.failuresOfAddress.take(addressOf(request));
    return counted ? refuse(401, 'Invalid API key.') : refuse(429, 'Too many failed attempts.');
  }
  return agent.bannedAt === undefined ? agent : refuse(403, 'This account is banned.');
}

async function show({ arena }: Parts, purse: PurseDesk, agent: AgentRow): Promise<object> {
  const account = agentAccount(agent.id);
  const address = await purse.address(account);
  if (!address) return refuse(503, 'The chain cannot be reached now. Try again later.');
  const [balance, lines, seats] = [
    await purse.balance(account, 'USDC'),
    await purse.history(account, LINES),
    await arena.seatsOf(agent.id),
  ];
  const holds = new Set(seats.map(({ match }) => `hold:${match.id}`));
  const held = lines.reduce((sum, { posting, amount }) => (holds.has(posting) ? sum - amount : sum), 0n);
  return {
    address,
    chain: purse.chain,
    token: 'USDC',
    balance: usdc(balance),
    held: usdc(held),
    history: lines
      .filter(({ asset }) => asset === 'USDC')
      .map(({ posting, reason, amount, after, at, match }) => ({
        id: posting,
        reason,
        amount: usdc(amount),
        balance: usdc(after),
        at: new Date(at).toISOString(),
        match_id: match ?? null,
      })),
  };
}

async function withdraw(parts: Parts, purse: PurseDesk, agent: AgentRow, request: FastifyRequest): Promise<object> {
  const { clock, documents } = parts;
  const body = (typeof request.body === 'object' && request.body !== null ? request.body : {}) as {
    [name: string]: unknown;
  };
  const key = request.headers['idempotency-key'] ?? body.idempotency_key;
  if (typeof key !== 'string' || !KEY.test(key)) {
    return refuse(400, 'An Idempotency-Key of up to 64 letters, digits and .:_- is required.');
  }
  const amount = readAmount(body.amount, 'USDC');
  if (amount === undefined) return refuse(400, 'amount must be above 0, of at most six places.');
  const to = purse.readAddress(body.to);
  if (!to) return refuse(400, 'to must be an address on the chain.');
  const id = `withdraw:${agent.id}:${key}`;
  const before = await purse.send(id);
  if (before) return repeated(before, to, amount);
  const now = clock.now();
  const limited = await overLimit(purse, agent.id, amount, now);
  if (limited) return limited;
  const account = agentAccount(agent.id);
  const short = `You have ${usdc(await purse.balance(account, 'USDC'))} USDC, not ${usdc(amount)}.`;
  if ((await purse.balance(account, 'USDC')) < amount) return refuse(409, short);
  const left = (await knownSince(documents, agent.id, to, now)) + purse.limits.newAddress - now;
  if (left > 0) {
    const wait = Math.ceil(left / SECOND);
    return { ...refuse(409, `This address is new to your account. Ask again in ${wait} seconds.`), wait };
  }
  const moved = await purse.move(
    payout({ id, account, to, asset: 'USDC', amount, reason: 'withdrawal', short, at: now }),
  );
  if (moved.done === 'refused') return refuse(409, moved.reason);
  return shown((await purse.send(id))!);
}

const repeated = (send: Send, to: Hex, amount: bigint): object =>
  send.to === to && send.amount === amount ? shown(send) : refuse(409, 'This key was used for another withdrawal.');

const STATES = { wanted: 'waiting', signed: 'sent', done: 'done', failed: 'failed', cancelled: 'failed' } as const;

const shown = ({ id, to, amount, state, why }: Send): object => ({
  id,
  to,
  amount: usdc(amount),
  state: STATES[state],
  ...(why !== undefined && { why }),
});

async function overLimit(purse: PurseDesk, agent: string, amount: bigint, now: number): Promise<Refused | undefined> {
  const most = purse.limits.day.USDC;
  const spent = await spentToday(purse, agent, now, 'payout:');
  if (spent !== undefined && spent + amount <= most) return undefined;
  return refuse(409, `At most ${usdc(most)} USDC can be taken out within a day.`);
}
