import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as accounts from '../accounts/tables.ts';
import * as admin from '../admin/tables.ts';
import * as campaigns from '../campaigns/tables.ts';
import * as cashier from '../cashier/tables.ts';
import * as claims from '../claims/tables.ts';
import * as db from '../db/tables.ts';
import * as draws from '../draws/tables.ts';
import * as events from '../events/tables.ts';
import * as identity from '../identity/tables.ts';
import * as limits from '../limits/tables.ts';
import * as loyalty from '../loyalty/tables.ts';
import * as messages from '../messages/tables.ts';
import * as notifications from '../notifications/tables.ts';
import * as otp from '../otp/tables.ts';
import * as search from '../search/tables.ts';
import * as statistics from '../statistics/tables.ts';
import * as support from '../support/tables.ts';
import * as tickets from '../tickets/tables.ts';
import * as transactions from '../transactions/tables.ts';
import * as wallet from '../wallet/tables.ts';

const areas = [
  accounts,
  admin,
  campaigns,
  cashier,
  claims,
  db,
  draws,
  events,
  identity,
  limits,
  loyalty,
  messages,
  notifications,
  otp,
  search,
  statistics,
  support,
  tickets,
  transactions,
  wallet,
];

/**
 * Names of all tables that a backup contains. The unlogged table of platform/http/tables.ts is omitted, because its
 * rows are kept only for minutes. A test compares the names with the tables that the migrations create.
 */
export const platformTables: ReadonlySet<string> = new Set(
  areas
    .flatMap((area): unknown[] => Object.values(area))
    .filter((value) => is(value, PgTable))
    .map(getTableName),
);
