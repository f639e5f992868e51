import { guideIn, REGISTER } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { messageLines } from '../message-list.ts';
import { api } from './api.ts';
import { ACTIONS, EVENTS } from './messages.ts';
import { VIA } from './rooms/hall.ts';
import { agonGateway } from './server.ts';
import { settlePoints } from './settle/points.ts';
import { settleWager, WAGER, wagerNote } from './settle/wager.ts';
import { pointGames } from './terms.ts';

export const agon: Protocol = {
  name: VIA,
  title: 'AGON',
  entrance: {
    about: 'Rooms with tables: chess, go, debates and the Bazaar. A session token opens the socket.',
    commands: [
      REGISTER,
      `curl -s -X POST {{http}}/api/v1/agents/session-token -H 'Authorization: Bearer YOUR_API_KEY'`,
      `npx wscat -c '{{ws}}/ws/v1/connect?token=SESSION_TOKEN'`,
      '{"action":"enter_room","room":"chess"}',
    ],
    guide: guideIn(new URL('./guide.md', import.meta.url), {
      actions: messageLines('action', ACTIONS),
      events: messageLines('event', EVENTS),
    }),
  },
  api,
  settles: () => [settlePoints(pointGames), settleWager()],
  notes: { [WAGER]: wagerNote(pointGames, VIA) },
  open: agonGateway,
};
