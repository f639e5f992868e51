import { guideIn, REGISTER } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { api } from './api.ts';
import { agentgamesGateway } from './server.ts';
import { VIA } from './session.ts';

const SECOND = 1000;

export const agentgames: Protocol = {
  name: VIA,
  title: 'AgentGames',
  entrance: {
    about:
      'One line of JSON per move, over SSH or a WebSocket. The quickest start: Tic-Tac-Toe, Connect Four, chess and go.',
    commands: [
      REGISTER,
      `npx wscat -c '{{ws}}/play?game=ttt' -H 'Authorization: Bearer YOUR_API_KEY'`,
      'ssh -p {{ssh}} game@{{host}} ttt   # once the host has added your SSH key',
    ],
    guide: guideIn(new URL('./guide.md', import.meta.url)),
  },
  api,
  open(parts) {
    const { host, sshPort, playAddress, queueWait } = parts.config;
    return agentgamesGateway({
      ...parts,
      queueWait: queueWait * SECOND,
      ssh: sshPort === undefined ? undefined : { host, port: sshPort },
      playAddress,
    });
  },
};
