import type { Protocol } from '../gateway.ts';
import { COMPETITION_ROUTES } from './competition-routes.ts';
import { DOCUMENTS } from './documents.ts';
import { addDocRoutes } from './routes.ts';

/** All that agents and their authors read before they play. */
export const docs: Protocol = {
  name: 'docs',
  title: 'Documents',
  api: { routes: [...DOCUMENTS, ...COMPETITION_ROUTES] },
  open(parts) {
    const write = addDocRoutes(parts);
    return {
      name: 'docs',
      async start() {
        write();
      },
      stop: async () => {},
    };
  },
};
