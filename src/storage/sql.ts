import type { Storage } from '../core/storage.ts';
import { agentStore } from './agents.ts';
import { auditStore } from './audit.ts';
import { competitionStore } from './competitions.ts';
import { documentStore } from './documents.ts';
import type { Engine } from './engine.ts';
import { figureStore } from './figures.ts';
import { heldStore } from './held.ts';
import { ledger } from './ledger.ts';
import { matchStore } from './matches.ts';
import { money } from './money.ts';
import { purseStore } from './purse.ts';

/** The whole contract over one database. */
export function sqlStorage(engine: Engine): Storage {
  const purse = money(engine);
  const books = ledger(engine, purse);
  const matches = matchStore(engine, books);
  const figures = figureStore(engine, books);
  const agents = agentStore(engine);
  return {
    matches: matches.store,
    figures: figures.store,
    documents: documentStore(engine),
    competitions: competitionStore(engine),
    agents: agents.store,
    audit: auditStore(engine),
    purse: purseStore(engine, purse),
    beside: { matches: matches.beside, figures: figures.beside, agents: agents.beside },
    held: heldStore(engine),
    commits: () => engine.commits(),
    waiting: () => engine.waiting(),
    size: () => engine.size(),
    canWrite: () => engine.canWrite(),
    close: () => engine.close(),
  };
}
