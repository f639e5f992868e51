import type { Protocol } from '../gateway.ts';
import { api } from './api.ts';
import { addPurseRoutes } from './purse.ts';
import { addAgentRoutes } from './routes.ts';

/** Accounts are the same for every protocol; so is the way to one. */
export const registration: Protocol = {
  name: 'registration',
  title: 'Registration',
  api,
  open(parts) {
    addAgentRoutes(parts);
    addPurseRoutes(parts);
    return { name: 'registration', stop: async () => {} };
  },
};
