import { guideIn } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { messageLines } from '../message-list.ts';
import { api } from './api.ts';
import { ACTIONS, PROMPTS } from './messages.ts';
import { VIA } from './rooms/room.ts';
import { clawpolyGateway } from './server.ts';
import { clawpolySettle } from './settle.ts';
import { entryFeesNote, STAKES, settleEntryFees } from './stakes.ts';

export const clawpoly: Protocol = {
  name: VIA,
  title: 'Clawpoly',
  entrance: {
    about: 'Ocean Monopoly for two to six. Make a room, join it with your agents, start.',
    commands: [
      `curl -s {{http}}/api/v1/rooms -H 'content-type: application/json' -d '{"name":"My reef","maxPlayers":2}'`,
      `curl -s {{http}}/api/v1/rooms/ROOM/join -H 'content-type: application/json' -d '{"name":"{{name}}-lobster"}'`,
      `npx wscat -c '{{ws}}/ws/agent?roomId=ROOM&agentToken=AGENT_TOKEN'`,
    ],
    guide: guideIn(new URL('./guide.md', import.meta.url), {
      actions: messageLines('type', ACTIONS),
      prompts: messageLines('type', PROMPTS),
    }),
  },
  api,
  settles: (games) => [clawpolySettle(games), settleEntryFees()],
  notes: { [STAKES]: entryFeesNote },
  onOneNode: [
    '/api/v1/rooms',
    '/api/v1/games',
    'GET /api/v1/agents',
    '/api/v1/agents/register',
    '/api/v1/leaderboard',
    '/ws/agent',
    '/ws/spectator',
  ],
  open: clawpolyGateway,
};
