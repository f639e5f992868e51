import { REGISTER } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { VIA } from './agent-lines.ts';
import { api } from './api.ts';
import { guide } from './docs/guide.ts';
import { inGame } from './docs/in-game.ts';
import { loaGateway } from './server.ts';

export const loa: Protocol = {
  name: VIA,
  title: 'League of Agents',
  entrance: {
    about: 'Register, open a WebSocket, join a queue, answer when it is your turn.',
    commands: [
      REGISTER,
      `npx wscat -c '{{ws}}/api/v1/ws?type=agent'`,
      '{"type":"authenticate","token":"API_KEY"}',
      '{"type":"join_queue","gameType":"echo"}',
    ],
    guide,
    inGame,
  },
  api,
  open: loaGateway,
};
