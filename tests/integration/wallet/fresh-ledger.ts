import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createDatabase, type Database } from '../../../platform/db/database.ts';
import { runMigrations } from '../../../platform/db/migrate.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { createLedger, type Ledger } from '../../../platform/wallet/ledger.ts';
import type { PlayerBucket, Transfer } from '../../../platform/wallet/transfer.ts';
import {
  createTestDatabase,
  queryDatabase,
  type TestDatabase,
  templateDatabase,
} from '../../helpers/database.ts';

export const clock = { now: () => new Date('2026-11-21T12:02:00.123Z') };

function connect(url: string) {
  return createDatabase(
    () => ({ connectionString: url }),
    () => undefined,
  );
}

/**
 * Registers the hooks that create an empty database with a ledger before each test. `opened` returns the database and
 * the ledger of the current test.
 */
export function useFreshLedger() {
  let empty: string;
  let own: TestDatabase;
  let database: Database;
  let ledger: Ledger;

  beforeAll(async () => {
    empty = await templateDatabase('empty', async (url) => {
      const fresh = connect(url);
      await runMigrations(fresh);
      await fresh.close();
    });
  });

  async function open() {
    own = await createTestDatabase(empty);
    database = connect(own.url);
    ledger = createLedger({ db: database.db, clock });
  }

  async function close() {
    await database?.close();
    await own?.drop();
  }

  beforeEach(async () => {
    await close();
    await open();
  });
  afterAll(close);

  return {
    opened: () => ({ database, ledger }),
    /** Returns the balance of a player in minor units (paise). */
    balanceOf: async (player: string, bucket = 'deposit') =>
      (await ledger.balances(`player:${player}`, 'INR')).get(bucket) ?? 0,
    check: () => checkLedger(database),
    /** Runs SQL in the database of the test. */
    run: (text: string) => queryDatabase(own.url, text),
  };
}

let keys = 0;

/** Returns a deposit of a player, or the payment of a ticket if the amount is negative. */
export function transfer(
  player: string,
  amountMinor: number,
  { key = `test:${++keys}`, bucket = 'deposit' }: { key?: string; bucket?: PlayerBucket } = {},
): Transfer {
  return {
    key,
    kind: amountMinor > 0 ? 'deposit' : 'ticket',
    currencyCode: 'INR',
    reference: { note: 'of a test', place: null, number: 7 },
    sides: [
      { owner: `player:${player}`, bucket, amountMinor },
      { owner: 'house', bucket: amountMinor > 0 ? 'payments' : 'sales', amountMinor: -amountMinor },
    ],
  };
}

/** Returns a transfer from one player to another. */
export function between(from: string, to: string, amountMinor: number): Transfer {
  return {
    ...transfer(from, -amountMinor),
    sides: [
      { owner: `player:${from}`, bucket: 'deposit', amountMinor: -amountMinor },
      { owner: `player:${to}`, bucket: 'deposit', amountMinor },
    ],
  };
}
