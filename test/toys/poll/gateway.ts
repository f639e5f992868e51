import { guideIn } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { pollGateway } from './server.ts';

export const poll: Protocol = {
  name: 'poll',
  title: 'Poll',
  entrance: {
    about: 'Ask, and ask again.',
    commands: [`curl -s -X POST {{http}}/poll/ttt -H 'authorization: Bearer API_KEY'`],
    guide: guideIn(new URL('./guide.md', import.meta.url)),
  },
  open: pollGateway,
};
