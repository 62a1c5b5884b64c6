import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Cursors } from '../http/cursors.ts';
import { createGameHistory } from './game-history.ts';
import { createPaging } from './paging.ts';
import { createPaymentHistory } from './payments.ts';
import { createPurchases } from './purchases.ts';
import { createStatement } from './statement.ts';
import { createStatistics } from './statistics.ts';

export interface SummaryDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  timeZone: string;
  cursors: Cursors;
}

export type Summaries = ReturnType<typeof createSummaries>;

/** Creates the summaries of a player's money and tickets (spec §1, §7). */
export function createSummaries({ db, catalogue, clock, timeZone, cursors }: SummaryDeps) {
  const paging = createPaging({ cursors, clock, timeZone });
  return {
    transactions: createStatement({ db, catalogue, paging }),
    purchases: createPurchases({ db, catalogue, paging }),
    gameHistory: createGameHistory({ db, catalogue, paging }),
    ...createPaymentHistory({ db, paging }),
    statistics: createStatistics({ db, catalogue, clock, timeZone }),
  };
}
