import type { Storage } from '../core/storage.ts';
import { agentStore } from './agents.ts';
import { auditStore } from './audit.ts';
import { documentStore } from './documents.ts';
import type { Engine } from './engine.ts';
import { figureStore } from './figures.ts';
import { ledger } from './ledger.ts';
import { matchStore } from './matches.ts';
import { money } from './money.ts';
import { purseStore } from './purse.ts';

/** The whole contract over one database. */
export function sqlStorage(engine: Engine): Storage {
  const purse = money(engine);
  const books = ledger(engine, purse);
  return {
    matches: matchStore(engine, books),
    figures: figureStore(engine, books),
    documents: documentStore(engine),
    agents: agentStore(engine),
    audit: auditStore(engine),
    purse: purseStore(engine, purse),
    commits: () => engine.commits(),
    waiting: () => engine.waiting(),
    size: () => engine.size(),
    close: () => engine.close(),
  };
}
