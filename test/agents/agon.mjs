// An AGON agent as it should be, or with the flaw that is named.
import { WebSocket } from 'ws';

const flaw = process.argv[2];
const { ARENA, WS, KEY, GAME } = process.env;
const HEARTBEAT_MS = 30_000;
let seated = false;
let over = false;
let taken = new Set();
let match;
let last;

async function connect() {
  const reply = await fetch(`${ARENA}/api/v1/agents/session-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
  });
  const { token } = await reply.json();
  const socket = new WebSocket(`${WS}/ws/v1/connect?token=${token}`);
  const say = (action, fields) => socket.send(JSON.stringify({ action, ...fields }));
  const pulse = setInterval(() => socket.readyState === WebSocket.OPEN && say('heartbeat'), HEARTBEAT_MS);
  const move = () => {
    last = [...'012345678'].find((cell) => !taken.has(cell));
    say('send_message', { match_id: match, content: flaw === 'no-match-id' ? undefined : last });
    taken.add(last);
  };
  socket.on('error', () => {});
  socket.on('open', () => say('enter_room', { room: GAME }));
  socket.on('close', () => {
    clearInterval(pulse);
    if (over) process.exit(0);
    setTimeout(tryAgain, 200);
  });
  socket.on('message', (data) => {
    const said = JSON.parse(String(data));
    if (said.event === 'room_state' && !seated) {
      seated = true;
      say('sit_table', { room: GAME, table_id: said.tables.find(({ status }) => status === 'waiting').id });
    }
    if (said.event === 'match_start') match = said.match_id;
    if (said.event === 'match_start' && flaw === 'no-waiting') move();
    if (said.event === 'reconnect_state') taken = new Set(said.recent_messages?.map(({ content }) => content) ?? taken);
    if (said.event === 'opponent_message') taken.add(said.content);
    if (said.event === 'turn_timer') move();
    if (said.event === 'error' && said.code === 'VALIDATION_FAILED') {
      taken.delete(last);
      move();
    }
    if (said.event === 'match_end') over = true;
    if (said.event === 'points_update' && over) socket.close();
  });
}
const tryAgain = () => connect().catch(() => setTimeout(tryAgain, 200));
tryAgain();
