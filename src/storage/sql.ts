import type { Storage } from '../core/storage.ts';
import { agentStore } from './agents.ts';
import { documentStore } from './documents.ts';
import type { Engine } from './engine.ts';
import { figureStore } from './figures.ts';
import { ledger } from './ledger.ts';
import { matchStore } from './matches.ts';

/** The whole contract over one database. */
export function sqlStorage(engine: Engine): Storage {
  const books = ledger(engine);
  return {
    matches: matchStore(engine, books),
    figures: figureStore(engine, books),
    documents: documentStore(engine),
    agents: agentStore(engine),
    commits: () => engine.commits(),
    close: () => engine.close(),
  };
}
