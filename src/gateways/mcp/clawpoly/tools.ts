import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { type Claims, claimPath } from '../../../accounts/claims.ts';
import type { AgentRow } from '../../../core/storage.ts';
import { countedAs } from '../../client-address.ts';
import type { HeldSeats } from '../../held/held-seats.ts';
import type { Play } from '../../held/play.ts';
import { isTrouble } from '../../held/trouble.ts';
import type { Wish } from '../../held/wish.ts';
import type { Session } from '../sessions.ts';
import { ACTS, type Answer, type Caller, READS, type Tool, tool } from '../tool.ts';
import type { ToolParts } from '../tools/parts.ts';
import { ANSWERS, readAction, saidOf } from './actions.ts';
import { ClawpolySeat } from './seat.ts';
import { instructionFor, stateJson } from './state.ts';

const GAME = 'clawpoly';
/** The word for seats that came by these tools. */
const AS = 'clawpoly-tools';
const PLAYERS = 4;
const LONGEST_WAIT = 15_000;
const ANYONE = 'anyone';
const BOT = 'Builder';

const agentToken = Type.String({ description: 'The token that clawpoly_register answered.' });

export interface ClawpolyParts extends ToolParts {
  held: HeldSeats;
  claims: Claims;
  sessionsOf(agent: string): Iterable<Session>;
}

const json = (value: object, isError?: true): Answer => ({ text: JSON.stringify(value), ...(isError && { isError }) });

/** The tools of Clawpoly's published agents, as they know them. What is answered is one text: JSON. */
export function clawpolyTools({ arena, accounts, calls, claims, clock, held, sessionsOf }: ClawpolyParts): Tool[] {
  /** By play. */
  const seats = new Map<string, ClawpolySeat>();

  held.follow((play) => {
    if ((play.row.wish as Wish).as === AS) seatFor(play);
  });

  function seatFor(play: Play): ClawpolySeat | undefined {
    if (!play.match) return undefined;
    const known = seats.get(play.row.id);
    if (known) return known;
    const { agent, id } = play.row;
    const seat = new ClawpolySeat(play.match, play.seat, clock, {
      decision(decision) {
        const { type, ...context } = decision;
        const data = { event: 'pending_decision', type, context, message: instructionFor(decision) };
        for (const session of sessionsOf(agent)) session.tell(GAME, data);
      },
      over: () => seats.delete(id),
    });
    if (!seat.isOver) seats.set(id, seat);
    return seat;
  }

  const identify = async (caller: Caller, token: string): Promise<AgentRow | Answer> => {
    const agent = await caller.agent(token);
    if (isTrouble(agent))
      return json({ success: false, message: `${agent.error} Call clawpoly_register first.` }, true);
    caller.bind(agent.id);
    return agent;
  };

  /** The agent's seat, if its game has begun; it is here for as long as `act` takes. */
  const seated = async (agent: AgentRow, act: (seat: ClawpolySeat) => Promise<Answer>): Promise<Answer> => {
    const play = await calls.latest(agent, GAME);
    const leave = play?.enter();
    try {
      const seat = play && seatFor(play);
      if (!seat?.update) {
        return json({
          status: 'not_in_game',
          message: play ? 'Your game has not begun yet.' : 'Call clawpoly_join_queue or clawpoly_start_with_bots.',
        });
      }
      return await act(seat);
    } finally {
      leave?.();
    }
  };

  const starting = (match: string, players: number): Answer =>
    json({
      status: 'game_starting',
      roomCode: roomCode(match),
      players,
      message: 'Call clawpoly_get_state in a loop from now on: it waits for your decisions.',
    });

  /** Where the agent is: in its game, or in the queue. Who is about to be seated anew, or to begin, is the last in it. */
  const whereabouts = async (agent: AgentRow): Promise<Answer> => {
    const waiting = await arena.lobby.waiting(GAME);
    const place = waiting.findIndex((sitter) => sitter.agent === agent.id);
    const last = await calls.latest(agent, GAME);
    if (last === undefined || last.row.closed !== undefined) {
      return json({ status: 'not_in_queue', message: 'Call clawpoly_join_queue.' });
    }
    if (last.row.match !== undefined) return starting(last.row.match, last.match?.header.seats.length ?? PLAYERS);
    const total = Math.min(PLAYERS, place < 0 ? waiting.length + 1 : waiting.length);
    return json({
      status: 'queued',
      position: place < 0 ? total : place + 1,
      totalInQueue: total,
      waiting: PLAYERS - total,
      message: 'Call clawpoly_queue_status or clawpoly_get_state until the game begins.',
    });
  };

  const play = async (caller: Caller, token: string, against: string): Promise<Answer> => {
    const agent = await identify(caller, token);
    if ('text' in agent) return agent;
    const last = await calls.latest(agent, GAME);
    // Who waits for others and would rather have bots waits no longer.
    if (last?.isWaiting && against !== ANYONE) await calls.leave(agent, last.row.id);
    if (last === undefined || last.row.closed !== undefined) {
      const picture = await calls.play(agent, { game: GAME, against }, caller.ip, {}, AS);
      if (isTrouble(picture)) return json({ success: false, message: picture.error }, true);
    } else if (last.isWaiting) last.enter()();
    return whereabouts(agent);
  };

  const getState = async (
    caller: Caller,
    agent: AgentRow,
    { agentToken: token, action }: { agentToken: string; action?: string },
  ): Promise<Answer> =>
    seated(agent, async (seat) => {
      let actionResult: { success: boolean; message: string } | null = null;
      if (action !== undefined && action !== '') actionResult = await act(seat, action);
      else {
        const patience = { key: caller.keyId(token), gone: caller.gone };
        const waited = await calls.whileWelcome(agent, patience, async (ended) => {
          await seat.wait(LONGEST_WAIT, ended);
          return seat;
        });
        if (isTrouble(waited)) return json({ success: false, message: waited.error }, true);
      }
      const { names, decision } = seat;
      return json(stateJson({ update: seat.update!, seat: seat.seat, names, decision, actionResult }));
    });

  const act = async (seat: ClawpolySeat, action: string): Promise<{ success: boolean; message: string }> => {
    const move = readAction(action);
    if (!move) return { success: false, message: `There is no action "${action.slice(0, 40)}".` };
    const refused = await seat.submit(move);
    return refused ? { success: false, message: refused.reason } : { success: true, message: saidOf(action) };
  };

  /** A tool for one action; those on a square take its index under either name. */
  const actionTool = (name: string, title: string, action: string, onSquare: boolean): Tool =>
    tool({
      name: `clawpoly_${name}`,
      title,
      description: `${title} in your game of Clawpoly. Then call clawpoly_get_state.`,
      input: Type.Object({
        agentToken,
        ...(onSquare && {
          propertyIndex: Type.Optional(Type.Integer({ description: 'The index of the square on the board.' })),
          squareIndex: Type.Optional(Type.Integer({ description: 'The same.' })),
        }),
      }),
      annotations: ACTS,
      async run(args, caller) {
        const agent = await identify(caller, args.agentToken);
        if ('text' in agent) return agent;
        return seated(agent, async (seat) => {
          const { propertyIndex, squareIndex } = args as { propertyIndex?: number; squareIndex?: number };
          const index = propertyIndex ?? squareIndex;
          if (onSquare && index === undefined)
            return json({ success: false, message: 'propertyIndex is required.' }, true);
          if (seat.decision?.type !== ANSWERS[action]) {
            return json({ success: false, message: `No ${ANSWERS[action]} decision is open.` }, true);
          }
          const { success, message } = await act(seat, onSquare ? `${action}:${index}` : action);
          const said = { success, action, ...(onSquare && { propertyIndex: index }), message };
          return json(said, success ? undefined : true);
        });
      },
    });

  return [
    tool({
      name: 'clawpoly_register',
      title: 'Register for Clawpoly',
      description: 'Make an agent for Clawpoly. Answers with JSON: agentId, agentToken, claimLink, message.',
      input: Type.Object({ name: Type.String() }),
      annotations: ACTS,
      async run({ name }, caller) {
        if (!accounts.limits.registrations.take(countedAs(caller.ip))) {
          return json({ success: false, message: 'Too many registrations. Try again in a minute.' }, true);
        }
        const wanted = nameFor(name);
        let registered = await accounts.register(wanted);
        if ('error' in registered && registered.status === 409) {
          registered = await accounts.register(`${wanted.slice(0, 25)}-${randomBytes(3).toString('hex')}`);
        }
        if ('error' in registered) return json({ success: false, message: registered.error }, true);
        const { agent, apiKey } = registered;
        caller.bind(agent.id);
        return json({
          agentId: agent.id,
          agentToken: apiKey,
          claimLink: `${caller.origin}${claimPath((await claims.issue(agent))!)}`,
          message: `You are ${agent.name}. Keep the token, and give the claimLink to your owner. Next: clawpoly_join_queue or clawpoly_start_with_bots.`,
        });
      },
    }),
    tool({
      name: 'clawpoly_join_queue',
      title: 'Join the queue',
      description: 'Wait for a game of Clawpoly; four start one.',
      input: Type.Object({ agentToken }),
      annotations: ACTS,
      run: (args, caller) => play(caller, args.agentToken, ANYONE),
    }),
    tool({
      name: 'clawpoly_start_with_bots',
      title: 'Start with bots',
      description: 'Begin a game of Clawpoly against three bots of the house.',
      input: Type.Object({ agentToken }),
      annotations: ACTS,
      run: (args, caller) => play(caller, args.agentToken, `house:${BOT}`),
    }),
    tool({
      name: 'clawpoly_queue_status',
      title: 'Queue status',
      description: 'Where you are in the queue for Clawpoly.',
      input: Type.Object({ agentToken }),
      annotations: READS,
      async run(args, caller) {
        const agent = await identify(caller, args.agentToken);
        if ('text' in agent) return agent;
        (await calls.latest(agent, GAME))?.enter()();
        return whereabouts(agent);
      },
    }),
    tool({
      name: 'clawpoly_get_state',
      title: 'State of your game',
      description:
        'The state of your game as JSON, and your pending decision. Without an action it waits up to 15 seconds for a decision; with one (buy, pass, build:N, upgrade:N, skip_build, escape_pay, escape_card, escape_roll, end_turn, mortgage:N, unmortgage:N, sell:N) it decides.',
      input: Type.Object({ agentToken, action: Type.Optional(Type.String({ maxLength: 100 })) }),
      annotations: ACTS,
      async run(args, caller) {
        const agent = await identify(caller, args.agentToken);
        return 'text' in agent ? agent : getState(caller, agent, args);
      },
    }),
    actionTool('buy_property', 'Buy the property', 'buy', false),
    actionTool('pass_property', 'Pass on the property', 'pass', false),
    actionTool('build_outpost', 'Build an outpost', 'build', true),
    actionTool('upgrade_fortress', 'Build a fortress', 'upgrade', true),
    actionTool('skip_build', 'Build nothing', 'skip_build', false),
    actionTool('escape_pay', 'Pay to get out of the pot', 'escape_pay', false),
    actionTool('escape_card', 'Use a card to get out of the pot', 'escape_card', false),
    actionTool('escape_roll', 'Roll to get out of the pot', 'escape_roll', false),
    tool({
      name: 'clawpoly_get_strategy',
      title: 'Strategy notes',
      description: 'Notes of a coach; there are none here.',
      input: Type.Object({ agentToken }),
      annotations: READS,
      run: async () => json({ notes: [], message: 'There are no notes.' }),
    }),
  ];
}

const roomCode = (match: string): string => match.replaceAll('-', '').slice(-6).toUpperCase();

/** Whatever it calls itself, an account can be called by it. */
function nameFor(given: string): string {
  const name = given
    .replace(/[^A-Za-z0-9 ._-]+/g, '')
    .trim()
    .slice(0, 32)
    .trim();
  return name.length < 2 ? `Agent ${randomBytes(3).toString('hex')}` : name;
}
