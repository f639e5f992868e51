import { afterEach, beforeEach, describe } from 'vitest';
import type { Storage } from '../core/storage.ts';
import { agentsSuite } from './suite/agents.suite.ts';
import { auditSuite } from './suite/audit.suite.ts';
import { besideSuite } from './suite/beside.suite.ts';
import { competitionsSuite } from './suite/competitions.suite.ts';
import { documentsSuite } from './suite/documents.suite.ts';
import { durabilitySuite } from './suite/durability.suite.ts';
import { figuresSuite } from './suite/figures.suite.ts';
import { heldSuite } from './suite/held.suite.ts';
import { matchesSuite } from './suite/matches.suite.ts';
import { pastSuite } from './suite/past.suite.ts';
import { purseSuite } from './suite/purse.suite.ts';
import type { TestDatabase } from './suite/samples.ts';

/** What every storage must do, whatever is behind it. Each test has an empty database of its own. */
export function storageSuite(name: string, fresh: () => Promise<TestDatabase>): void {
  describe(name, () => {
    let database: TestDatabase;
    let storage: Storage;
    beforeEach(async () => {
      database = await fresh();
      storage = await database.open();
    });
    afterEach(async () => {
      await storage.close();
      await database.drop();
    });
    const opened = () => storage;
    matchesSuite(opened);
    pastSuite(opened);
    figuresSuite(opened);
    documentsSuite(opened);
    competitionsSuite(opened);
    agentsSuite(opened);
    auditSuite(opened);
    purseSuite(opened);
    besideSuite(opened);
    heldSuite(opened);
    durabilitySuite(opened, () => database);
  });
}
