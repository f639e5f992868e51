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
    commands: ['npx crossplay mcp --url {{http}} --key YOUR_API_KEY'],
    guide: guideIn(new URL('./guide.md', import.meta.url)),
  },
  api,
  onOneNode: ['/mcp'],
  open: mcpGateway,
};
