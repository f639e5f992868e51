// A player of league.v2 as it should be, or with the flaw that is named. It is called at PORT, and known by ENDPOINT.
import { createServer } from 'node:http';

const flaw = process.argv[2];
const { ARENA, PORT, ENDPOINT, LEAGUE, GAME, NAME } = process.env;
let id = NAME;

const message = (message_type, conversation_id, fields) => ({
  protocol: 'league.v2',
  message_type,
  sender: `player:${id}`,
  timestamp: flaw === 'local-time' ? '2025-01-01 12:00:00' : new Date().toISOString(),
  conversation_id,
  ...fields,
});

function answerTo({ message_type, match_id, conversation_id, move_request }) {
  const its = { match_id, player_id: id };
  if (message_type === 'GAME_INVITATION') {
    const accept = { arrival_timestamp: new Date().toISOString(), accept: true };
    return message('GAME_JOIN_ACK', conversation_id, { ...its, ...accept });
  }
  if (message_type === 'CHOOSE_PARITY_CALL') {
    const parity_choice = flaw === 'capitals' ? 'EVEN!' : 'even';
    return message('CHOOSE_PARITY_RESPONSE', conversation_id, { ...its, parity_choice });
  }
  if (message_type === 'GAME_MOVE_CALL') {
    const move_data = { move_type: move_request.move_type, choice: move_request.valid_options[0] };
    return message('GAME_MOVE_RESPONSE', conversation_id, { ...its, move_data });
  }
  return { status: 'received' };
}

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const call = JSON.parse(text);
  if (flaw === 'refuses-notices' && call.params.message_type === 'GAME_OVER') return void response.writeHead(404).end();
  const reply = { jsonrpc: '2.0', result: answerTo(call.params), id: call.id };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
});
server.listen(Number(PORT), '127.0.0.1', async () => {
  const player_meta = { display_name: NAME, version: '1.0.0', game_types: [GAME], contact_endpoint: ENDPOINT };
  const params = message('LEAGUE_REGISTER_REQUEST', 'register', { league_id: LEAGUE, player_meta });
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'register_player', params, id: 1 });
  const reply = await fetch(`${ARENA}/mcp`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  id = (await reply.json()).result.player_id;
});
