import { guideIn, REGISTER } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { api } from './api.ts';
import { VIA } from './protocol.ts';
import { httpGateway } from './server.ts';

const AUTH = `-H 'authorization: Bearer YOUR_API_KEY'`;
const JSON_BODY = `${AUTH} -H 'content-type: application/json' -d`;

export const http: Protocol = {
  name: VIA,
  title: 'Plain HTTP',
  entrance: {
    about: 'A whole match with a few requests: anything that can call an address can play.',
    commands: [
      REGISTER,
      `curl -s {{http}}/api/v1/play ${JSON_BODY} '{"game":"ttt"}'`,
      `curl -s '{{http}}/api/v1/play/ID?wait=25' ${AUTH}`,
      `curl -s {{http}}/api/v1/play/ID/moves ${JSON_BODY} '{"turn":0,"text":"4"}'`,
    ],
    guide: guideIn(new URL('./guide.md', import.meta.url)),
  },
  api,
  onOneNode: ['/api/v1/play', '/api/v1/challenges'],
  open: httpGateway,
};
