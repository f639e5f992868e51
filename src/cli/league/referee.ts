import { randomInt } from 'node:crypto';
import { type Clock, realClock } from '../../core/clock.ts';
import { Breaker } from '../../gateways/league/calls/breaker.ts';
import { Caller } from '../../gateways/league/calls/caller.ts';
import { HttpClient } from '../../gateways/league/calls/http-client.ts';
import type { Pairing } from '../../gateways/league/manager/schedule.ts';
import type { Result } from '../../gateways/league/manager/standings.ts';
import { Questions } from '../../gateways/league/matches/questions.ts';
import { failure, gameOver, idAt, resultReport, roleOf } from '../../gateways/league/notation.ts';
import { compose, newConversation } from '../../gateways/league/protocol.ts';
import { Session } from '../../gateways/league/session.ts';
import { type Endpoint, type Fields, listen, type Place, register, tell } from './endpoint.ts';

export interface RefereeOptions extends Place {
  server: string;
  name: string;
  league?: string | undefined;
  /** Matches at a time. */
  most?: number;
  clock?: Clock;
  timeScale?: number;
  hear?(message: Fields): void;
}

export interface RunningReferee extends Endpoint {
  id: string;
  over: Promise<void>;
}

const GAME = 'even_odd';
const INVITATION = 5000;
const CHOICE = 30_000;
const REPORTS = [1000, 2000, 4000];

interface Announced {
  match_id: string;
  player_A_id: string;
  player_B_id: string;
  player_A_endpoint: string;
  player_B_endpoint: string;
  referee_endpoint: string;
}

/** A referee that runs outside the server: invites, asks, draws, tells the players, and reports. */
export async function startReferee(options: RefereeOptions): Promise<RunningReferee> {
  const { server, name, league, timeScale = 1 } = options;
  const clock = options.clock ?? realClock(timeScale);
  const client = new HttpClient({ clock, privateCalls: () => true });
  const caller = new Caller({
    post: (url, body, ms, signal) => client.post(url, body, ms, signal),
    breaker: new Breaker(clock),
  });
  const questions = new Questions();
  const over = Promise.withResolvers<void>();
  /** By match; undefined while it runs. */
  const results = new Map<string, object | undefined>();
  let self = { id: '', token: '' };

  function receive(message: Fields): object | undefined {
    options.hear?.(message);
    switch (message.message_type) {
      case 'ROUND_ANNOUNCEMENT':
        for (const match of message.matches as Announced[]) {
          if (match.referee_endpoint === endpoint.url)
            void run(String(message.league_id), Number(message.round_id), match);
        }
        return undefined;
      case 'GAME_JOIN_ACK':
      case 'CHOOSE_PARITY_RESPONSE': {
        const question = questions.find(message, undefined);
        if (question !== 'several') question?.answer(message);
        return undefined;
      }
    }
  }

  async function run(leagueId: string, round: number, announced: Announced): Promise<void> {
    const key = `${leagueId} ${announced.match_id}`;
    if (results.has(key)) {
      // Announced again: the report was lost with the server. The players know this result, so there is no other.
      const known = results.get(key);
      return known && report(known);
    }
    results.set(key, undefined);
    const pairing: Pairing = { id: announced.match_id, round, a: announced.player_A_id, b: announced.player_B_id };
    const sender = `referee:${self.id}`;
    const sessions = [announced.player_A_endpoint, announced.player_B_endpoint].map(
      (url, seat) =>
        new Session(
          { caller, questions, clock, timeScale, sender },
          { league: leagueId, id: idAt(pairing, seat), endpoint: url, token: undefined },
        ),
    );
    const result = await play(leagueId, pairing, sessions);
    const message = compose('GAME_OVER', sender, clock.now(), newConversation(), gameOver(pairing, GAME, result));
    await Promise.all(sessions.map((session) => session.notify(message)));
    const reported = resultReport(leagueId, pairing, GAME, result);
    results.set(key, reported);
    await report(reported);
  }

  async function report(body: object): Promise<void> {
    for (const delay of [...REPORTS, undefined]) {
      try {
        await tell(server, 'MATCH_RESULT_REPORT', `referee:${self.id}`, { auth_token: self.token, ...body });
        return;
      } catch {
        if (delay !== undefined) await new Promise<void>((done) => void clock.after(delay, done));
      }
    }
  }

  const endpoint = await listen(options, receive, ({ message_type }) => {
    if (message_type === 'LEAGUE_COMPLETED') over.resolve();
  });
  const registered = await register(endpoint, server, 'REFEREE_REGISTER_REQUEST', `referee:${name}`, {
    ...(league !== undefined && { league_id: league }),
    referee_meta: {
      display_name: name,
      version: '1.0.0',
      game_types: [GAME],
      contact_endpoint: endpoint.url,
      max_concurrent_matches: options.most ?? 2,
    },
  });
  self = { id: String(registered.referee_id), token: String(registered.auth_token) };
  return {
    url: endpoint.url,
    id: self.id,
    over: over.promise,
    async close() {
      client.close();
      await endpoint.close();
    },
  };
}

/** Invites both, asks both, draws. */
async function play(league: string, pairing: Pairing, sessions: Session[]): Promise<Result> {
  const { signal } = new AbortController();
  const choices: { [player: string]: string } = {};
  const absent: string[] = [];
  const ask = async (seat: number, invite: boolean): Promise<void> => {
    const [id, opponent] = [idAt(pairing, seat), idAt(pairing, 1 - seat)];
    const about = { match_id: pairing.id, game_type: GAME };
    let declined = false;
    const asked = await sessions[seat]!.ask(
      invite
        ? {
            match: pairing.id,
            type: 'GAME_INVITATION',
            expects: 'GAME_JOIN_ACK',
            ms: INVITATION,
            signal,
            body: () => ({
              auth_token: '',
              league_id: league,
              round_id: pairing.round,
              ...about,
              role_in_match: roleOf(seat),
              opponent_id: opponent,
            }),
            take({ accept }) {
              declined = accept === false;
              return undefined;
            },
          }
        : {
            match: pairing.id,
            type: 'CHOOSE_PARITY_CALL',
            expects: 'CHOOSE_PARITY_RESPONSE',
            ms: CHOICE,
            signal,
            body: (deadline) => ({
              ...about,
              player_id: id,
              context: {
                opponent_id: opponent,
                round_id: pairing.round,
                your_standings: { wins: 0, losses: 0, draws: 0 },
              },
              deadline,
            }),
            take({ parity_choice }) {
              if (parity_choice !== 'even' && parity_choice !== 'odd') return 'E004';
              choices[id] = parity_choice;
              return undefined;
            },
          },
    );
    if (declined) absent.push(`${id}: declined the invitation`);
    else if (typeof asked === 'object') absent.push(failure(id, asked.failed));
  };
  await Promise.all([ask(0, true), ask(1, true)]);
  if (absent.length === 0) await Promise.all([ask(0, false), ask(1, false)]);
  return decide(pairing, choices, absent);
}

function decide({ a, b }: Pairing, choices: { [player: string]: string }, absent: string[]): Result {
  if (absent.length) {
    const isAbsent = (id: string) => absent.some((said) => said.startsWith(`${id}:`));
    const winner = absent.length > 1 ? null : isAbsent(a) ? b : a;
    const drawn = { number: 0, parity: 'even' as const, choices };
    return { status: 'TECHNICAL_LOSS', winner, reason: absent.join('; '), drawn };
  }
  const number = randomInt(1, 11);
  const parity = number % 2 ? 'odd' : 'even';
  const right = [a, b].filter((id) => choices[id] === parity);
  const winner = right.length === 1 ? right[0]! : null;
  return {
    status: winner ? 'WIN' : 'DRAW',
    winner,
    reason: `${number} is ${parity}.`,
    drawn: { number, parity, choices },
  };
}
