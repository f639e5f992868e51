// An AgentGames agent as it should be, or with the flaw that is named.
import { WebSocket } from 'ws';

const flaw = process.argv[2];
const { WS, KEY, GAME } = process.env;
let over = false;

function connect() {
  const socket = new WebSocket(`${WS}/play?game=${GAME}`, { headers: { authorization: `Bearer ${KEY}` } });
  const say = (message) => socket.send(JSON.stringify(message));
  socket.on('error', () => {});
  socket.on('close', () => {
    if (over || flaw === 'gives-up') process.exit(0);
    setTimeout(connect, 200);
  });
  socket.on('message', (data) => {
    const said = JSON.parse(String(data));
    if (flaw === 'strict' && !['queued', 'hello', 'state', 'result'].includes(said.type)) throw new Error(said.type);
    if (said.type === 'queued' && flaw === 'impatient') setTimeout(() => process.exit(0), 500);
    if (said.type === 'result') over = true;
    if (said.type === 'result' && said.reason && flaw === 'no-forfeit') throw new Error(said.reason);
    if (said.type !== 'state' || !said.yourTurn || flaw === 'mute') return;
    say({ type: 'move', move: flaw === 'illegal' ? '99' : said.observation.legal[0] });
    if (flaw === 'twice') say({ type: 'move', move: said.observation.legal[1] ?? '0' });
    if (flaw === 'talks') say({ type: 'chat', text: 'good luck' });
  });
}
connect();
