import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefused, type Refused, refuse } from '../competition.ts';
import type { Competitions } from '../hall/competitions.ts';
import { isNo, refuseWith, withBodies } from './answer.ts';
import { shown } from './reading.ts';
import { type Account, isDenied, organiserWhoAsks, type Rights, type Who, whoAsks } from './who.ts';

export interface SteeringParts {
  http: FastifyInstance;
  competitions: Competitions;
  rights: Rights;
  /** An account by its id or its name. */
  agent(named: string): Promise<Account | undefined>;
  /** Keeps what a host or an organiser did. */
  audit(deed: string, subject: string, words: string): Promise<void>;
}

type Request = FastifyRequest<{ Params: { id: string; agent: string; pairing: string } }>;
const ROOT = '/api/v1/competitions';
const LONGEST_REASON = 500;

/** Opening, entering, leading and repairing competitions. */
export function addSteering(parts: SteeringParts): void {
  const { competitions, rights, audit } = parts;

  /** Does as an organiser asks and answers with the competition as it is then. */
  const steer =
    (deed: string, act: (request: Request, who: Who, words: string) => Promise<Refused | undefined>) =>
    async (request: Request, reply: FastifyReply): Promise<unknown> => {
      const who = await organiserWhoAsks(rights, request);
      if (isDenied(who)) return refuseWith(reply, who);
      const words = wordsOf(request.body);
      if (typeof words !== 'string') return refuseWith(reply, words);
      const refused = await act(request, who, words);
      if (refused) return refuseWith(reply, refused);
      const { id, agent, pairing } = request.params;
      const subject = [id, pairing ?? agent].filter(Boolean).join(' ');
      await audit(`competition ${deed}`, subject, [who.by, words].filter(Boolean).join(': '));
      return shown((await competitions.find(id))!);
    };

  withBodies(parts.http, (scope) => {
    scope.post(ROOT, async (request, reply) => {
      const who = await organiserWhoAsks(rights, request);
      if (isDenied(who)) return refuseWith(reply, who);
      const opened = await competitions.open(request.body);
      if (isRefused(opened)) return refuseWith(reply, opened, true);
      await audit('competition open', opened.id, `${who.by}: ${opened.name}`);
      return reply.code(201).send(shown((await competitions.find(opened.id))!));
    });

    scope.post<{ Params: { id: string } }>(`${ROOT}/:id/entries`, async (request, reply) => {
      const entered = await enter(parts, request);
      return isNo(entered) ? refuseWith(reply, entered) : reply.code(201).send(entered);
    });

    scope.delete<{ Params: { id: string } }>(`${ROOT}/:id/entries/me`, async (request, reply) => {
      const who = await whoAsks(rights, request);
      if (isDenied(who)) return refuseWith(reply, who);
      if (!who.agent) return refuseWith(reply, refuse('invalid', 'This needs an agent’s key.'));
      const refused = await competitions.withdraw(request.params.id, who.agent.id, who.by, 'withdrew');
      if (refused) return refuseWith(reply, refused);
      return { competition: request.params.id, agent: who.agent.id, withdrew: true };
    });

    scope.delete(
      `${ROOT}/:id/entries/:agent`,
      steer('withdraw', ({ params }, { by }, why) =>
        competitions.withdraw(params.id, params.agent, by, why || 'by its host'),
      ),
    );
    scope.post(
      `${ROOT}/:id/start`,
      steer('start', ({ params }, { by }) => competitions.begin(params.id, by)),
    );
    scope.post(
      `${ROOT}/:id/pause`,
      steer('pause', ({ params }, { by }) => competitions.pause(params.id, by)),
    );
    scope.post(
      `${ROOT}/:id/resume`,
      steer('resume', ({ params }, { by }) => competitions.resume(params.id, by)),
    );
    scope.post(
      `${ROOT}/:id/end`,
      steer('end', ({ params }, { by }, why) => competitions.end(params.id, by, why || 'by its host')),
    );
    scope.post(
      `${ROOT}/:id/pairings/:pairing/replay`,
      steer('replay', ({ params }, { by }, why) => competitions.correct(params.id, params.pairing, 'replay', by, why)),
    );
    scope.post(
      `${ROOT}/:id/pairings/:pairing/result`,
      steer('result', async ({ params, body }, { by }, why) => {
        const { ranks } = (body ?? {}) as { ranks?: unknown };
        if (!Array.isArray(ranks) || !ranks.every((rank) => Number.isInteger(rank))) {
          return refuse('wrong-ranks', 'ranks is a list of ranks from 1, one for each agent of the pairing.', 'ranks');
        }
        return competitions.correct(params.id, params.pairing, ranks, by, why);
      }),
    );
  });
}

/** What is said of why, if anything is. */
function wordsOf(body: unknown): string | Refused {
  const { why = '' } = (body ?? {}) as { why?: unknown };
  return typeof why === 'string' && why.length <= LONGEST_REASON
    ? why.trim()
    : refuse('invalid', `why is a text of at most ${LONGEST_REASON} characters.`, 'why');
}

/** What an organiser says of others: an agent, or bots. */
function wrongWish(body: object): Refused | undefined {
  const said = Object.keys(body);
  const unknown = said.find((one) => !['agent', 'bot', 'count'].includes(one));
  if (unknown !== undefined) return refuse('invalid', `${unknown} is not known here.`, unknown);
  if (said.length === 0) return refuse('invalid', 'Say whom: {"agent": …}, or {"count": …} of house bots.', 'agent');
  return said.includes('agent') && said.length > 1
    ? refuse('invalid', 'An agent or house bots, not both.', 'agent')
    : undefined;
}

const enteringOf = ({ id, name }: Account) => ({ agent: id, name });

/** An agent enters itself; a host may enter agents by id or name, and house bots. */
async function enter(
  { competitions, rights, agent: find, audit }: SteeringParts,
  request: FastifyRequest<{ Params: { id: string } }>,
) {
  const who = await whoAsks(rights, request);
  if (isDenied(who)) return who;
  const { id } = request.params;
  const body = (request.body ?? {}) as { agent?: unknown; bot?: string; count?: number };
  if (typeof body !== 'object') return refuse('invalid', 'The body is an object, or empty.');
  const others = body.agent !== undefined || body.bot !== undefined || body.count !== undefined;
  if (!others && who.agent) {
    const refused = await competitions.enter(id, enteringOf(who.agent));
    return refused ?? { competition: id, agent: who.agent.id, name: who.agent.name };
  }
  if (!who.organises) return { status: 403, error: 'Only the host and organisers enter others.' } as const;
  const wrong = wrongWish(body);
  if (wrong) return wrong;
  if (body.agent === undefined) {
    const bots = await competitions.enterBots(id, body);
    if (isRefused(bots)) return bots;
    await audit('competition enter', id, `${who.by}: ${bots.length} house bots`);
    return { competition: id, agents: bots };
  }
  const agent = typeof body.agent === 'string' ? await find(body.agent) : undefined;
  if (!agent) return refuse('unknown-agent', 'No such agent.', 'agent');
  if (agent.bannedAt !== undefined) return { status: 403, error: 'This account is banned.' } as const;
  const refused = await competitions.enter(id, enteringOf(agent));
  if (refused) return refused;
  await audit('competition enter', `${id} ${agent.id}`, who.by);
  return { competition: id, agent: agent.id, name: agent.name };
}
