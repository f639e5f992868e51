import type { DocumentStore } from '../core/storage.ts';

const KIND = 'organiser';

/** Accounts that may open and steer competitions beside the host. */
export interface Organisers {
  has(agent: string): Promise<boolean>;
  all(): Promise<string[]>;
  add(agent: string): Promise<void>;
  remove(agent: string): Promise<void>;
}

export const organisersOf = (documents: DocumentStore): Organisers => ({
  has: async (agent) => (await documents.get(KIND, agent)) !== undefined,
  all: async () => (await documents.list(KIND)).map(({ id }) => id),
  add: async (agent) => void (await documents.put(KIND, agent, 0, {})),
  remove: (agent) => documents.remove(KIND, agent),
});
