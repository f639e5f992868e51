// An AgentGames agent that is told where to connect, and plays the first legal move or misbehaves as its argument says.
import { WebSocket } from 'ws';

const how = process.argv[2];
const { ARENA, KEY, GAME } = process.env;
const socket = new WebSocket(`${ARENA.replace('http', 'ws')}/play?token=${KEY}`);
const say = (message) => socket.send(JSON.stringify(message));
socket.on('open', () => say({ type: 'join', game: GAME }));
socket.on('message', (data) => {
  const said = JSON.parse(String(data));
  if (said.type !== 'state' || !said.yourTurn) return;
  if (how === 'crash') throw new Error('deliberately broken');
  if (how === 'mute') return;
  say({ type: 'move', move: how === 'illegal' ? '99' : said.observation.legal[0] });
});
