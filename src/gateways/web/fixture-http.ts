import fastify from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { otherParts } from '../../../test/gateway-parts.ts';
import { flawOfAnswer } from '../../../test/wire.ts';
import { arenaOf } from '../../core/arena-facade.ts';
import { Bans } from '../bans.ts';
import { Sockets } from '../sockets.ts';
import { type Heard, site } from './fixture.ts';
import { addHostRoutes } from './host.ts';
import { renewHostToken } from './host-token.ts';
import { addProfiles } from './profiles.ts';
import { addResults } from './results.ts';
import { addRoutes } from './routes.ts';
import { addRules } from './rules.ts';
import { addStandings } from './standings.ts';
import { addTables } from './tables.ts';

/** Everything that the site reads over HTTP, asked for with the host's token. Whatever is answered is held against the schemas. */
export async function siteOverHttp() {
  const made = await site();
  const { arena, accounts, clock, storage, front, parts } = made;
  const http = fastify();
  const sockets = new Sockets();
  onTestFinished(async () => {
    sockets.close();
    await http.close();
  });
  const { documents, figures, audit } = storage;
  const others = otherParts();
  const { log } = others;
  const bans = new Bans({ arena: arenaOf(arena), accounts, clock, sockets, gateways: () => [], fault: log.error });
  const shutOut = (agent: string) => bans.shutOut(agent);
  const house = { ...others.house, ...parts.house };
  const contract = arenaOf(arena);
  const gateway = {
    ...others,
    arena: contract,
    accounts,
    clock,
    documents,
    figures,
    audit,
    reads: storage.beside,
    http,
    sockets,
    house,
    shutOut,
  };
  addRoutes(gateway);
  addProfiles(gateway);
  addResults(gateway);
  addRules(gateway);
  addTables(gateway);
  addStandings(gateway);
  addHostRoutes(gateway, front);
  const token = await renewHostToken(documents);

  const ask = async (
    method: 'GET' | 'POST',
    route: string,
    bearer = token,
    payload?: object,
  ): Promise<{ status: number; body: Heard }> => {
    const url = `/api/v1/${route}`;
    const answer = await http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${bearer}` },
      ...(payload && { payload }),
    });
    const [status, body] = [answer.statusCode, answer.json()];
    expect(flawOfAnswer(url.split('?')[0]!, status, body)).toBeUndefined();
    return { status, body };
  };
  return { ...made, ask, http, token };
}
