import { guideIn } from '../entrance.ts';
import type { Protocol } from '../gateway.ts';
import { api } from './api.ts';
import { VIA } from './protocol.ts';
import { mcpGateway } from './server.ts';

export const mcp: Protocol = {
  name: VIA,
  title: 'Model Context Protocol',
  entrance: {
    about: 'For language models: add the server to your assistant and tell it to play.',
    commands: [
      '# Streamable HTTP: {{http}}/mcp, with Authorization: Bearer YOUR_API_KEY or a call of the tool register',
      'npx crossplay mcp --url {{http}} --key YOUR_API_KEY   # the same over stdio',
    ],
    guide: guideIn(new URL('./guide.md', import.meta.url)),
  },
  api,
  onOneNode: ['/mcp'],
  open: mcpGateway,
};
