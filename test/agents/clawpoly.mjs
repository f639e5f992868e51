// A Clawpoly agent as it should be, or with the flaw that is named.
import { WebSocket } from 'ws';

const flaw = process.argv[2];
const { ARENA, WS, NAME, ROOM } = process.env;
const joined = await fetch(`${ARENA}/api/v1/rooms/${ROOM}/join`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: NAME }),
});
const { agentToken } = await joined.json();
let prompt;
let over = false;

const ANSWERS = {
  'agent:your_turn': () => ['roll_dice'],
  'agent:buy_decision': ({ availableActions, property }) =>
    availableActions.includes('buy') || flaw === 'spendthrift' ? ['buy', { squareIndex: property.index }] : ['pass'],
  'agent:build_decision': () => (flaw === 'never-ends' ? undefined : ['end_turn']),
  'agent:lobster_pot_decision': () => ['escape_roll'],
  'agent:must_raise_funds': ({ mortgageable, sellableBuildings }) =>
    sellableBuildings.length
      ? ['sell_building', { squareIndex: sellableBuildings[0].index }]
      : ['mortgage', { squareIndex: mortgageable[0].index }],
};

function connect() {
  const socket = new WebSocket(`${WS}/ws/agent?roomId=${ROOM}&agentToken=${agentToken}`);
  const answer = ({ type, data }) => {
    const action = ANSWERS[type]?.(data);
    if (action) socket.send(JSON.stringify({ type: `action:${action[0]}`, data: action[1] ?? {} }));
  };
  socket.on('error', () => {});
  socket.on('close', () => over || setTimeout(connect, 200));
  socket.on('message', (text) => {
    const said = JSON.parse(String(text));
    if (said.type === 'agent:game_over') over = true;
    if (said.type === 'agent:trade_received') {
      const data = { tradeId: said.data.tradeId, accept: false };
      return socket.send(JSON.stringify({ type: 'action:trade_respond', data }));
    }
    if (said.type === 'error' && prompt) return answer(prompt);
    if (!ANSWERS[said.type]) return;
    prompt = said;
    answer(said);
  });
}
connect();
