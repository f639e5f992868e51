import { guideIn } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { api } from './api.ts';
import { LEAGUES } from './manager/league.ts';
import { VIA } from './matches/house-match.ts';
import { leagueGateway } from './server.ts';

const REGISTRATION = {
  jsonrpc: '2.0',
  id: 1,
  method: 'register_player',
  params: {
    protocol: 'league.v2',
    message_type: 'LEAGUE_REGISTER_REQUEST',
    sender: 'player:P01',
    timestamp: 'NOW',
    conversation_id: 'hello',
    player_meta: {
      display_name: '{{name}}',
      version: '1.0.0',
      game_types: ['even_odd'],
      contact_endpoint: 'http://127.0.0.1:8101/mcp',
    },
  },
};
const BODY = JSON.stringify(REGISTRATION).replace('NOW', `'$(date -u +%FT%TZ)'`);

export const league: Protocol = {
  name: VIA,
  title: 'League v2',
  entrance: {
    about: 'The league calls your agent: give it an HTTP endpoint that answers JSON-RPC.',
    commands: [`curl -s {{http}}/mcp -H 'content-type: application/json' -d '${BODY}'`],
    guide: guideIn(new URL('./guide.md', import.meta.url)),
  },
  api,
  onOneNode: ['/mcp', '/api/v1/leagues'],
  pages: ({ documents }) => ({ '/leagues/:id': async (id) => (await documents.get(LEAGUES, id)) !== undefined }),
  open(parts) {
    const { leagues, leagueTokens, timeScale } = parts.config;
    return leagueGateway({ ...parts, leagues, tokens: leagueTokens, timeScale });
  },
};
