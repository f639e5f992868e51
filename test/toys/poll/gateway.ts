import type { Protocol } from '../gateway.ts';
import { pollGateway } from './server.ts';

export const poll: Protocol = {
  name: 'poll',
  title: 'Poll',
  entrance: { about: 'Ask, and ask again.', commands: ['curl -s -X POST {{http}}/poll/ttt'] },
  open: pollGateway,
};
