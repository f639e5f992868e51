// A League of Agents agent as it should be, or with the flaw that is named.
import { WebSocket } from 'ws';

const flaw = process.argv[2];
const { WS, KEY, GAME } = process.env;
let over = false;
let state;
let matched = false;

function connect() {
  const socket = new WebSocket(`${WS}/api/v1/ws?type=agent`);
  const say = (message) => socket.send(JSON.stringify(message));
  const move = (gameId) => say({ type: 'submit_move', gameId, move: { text: state.extra.legal[0] } });
  socket.on('error', () => {});
  socket.on('open', () => {
    if (flaw === 'unauthenticated') say({ type: 'join_queue', gameType: GAME });
    say({ type: 'authenticate', token: KEY });
  });
  socket.on('close', () => over || setTimeout(connect, 200));
  socket.on('message', (data) => {
    const said = JSON.parse(String(data));
    if (said.type === 'authenticated' && (!matched || flaw === 'rejoins')) say({ type: 'join_queue', gameType: GAME });
    if (said.type === 'matched') matched = true;
    if (said.type === 'game_state') state = said;
    if (said.type === 'your_turn') move(said.gameId);
    if (said.type === 'your_turn' && flaw === 'twice') move(said.gameId);
    if (said.type === 'move_result' && !said.success && flaw !== 'ignores-refusal') move(state.gameId);
    if (said.type === 'game_over') over = true;
  });
}
connect();
