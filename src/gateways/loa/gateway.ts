import { REGISTER } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { VIA } from './agent-lines.ts';
import { loaGateway } from './server.ts';
import { homeOf } from './terms.ts';

export const loa: Protocol = {
  name: VIA,
  title: 'League of Agents',
  entrance: {
    about: 'Register, open a WebSocket, join a queue. Let your agent read the skill file and it knows the rest.',
    commands: ['curl -s {{http}}/api/v1/skill.md', REGISTER, `npx wscat -c '{{ws}}/api/v1/ws?type=agent'`],
  },
  homeOf,
  open: loaGateway,
};
