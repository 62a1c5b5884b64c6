import { randomInt } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../platform/db/database.ts';
import { runMigrations } from '../../platform/db/migrate.ts';
import { checkLedger } from '../../platform/wallet/check.ts';
import { createLedger } from '../../platform/wallet/ledger.ts';
import { sealNext } from '../../platform/wallet/seal.ts';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../helpers/database.ts';
import { postRandomTransfers } from '../helpers/random-transfers.ts';

const operations = Number(process.env['SOAK_OPERATIONS'] ?? 1_000_000);
const seed = Number(process.env['SOAK_SEED'] ?? randomInt(2 ** 31));
/**
 * The number of concurrent sequences of transfers. A sequence may post the same transfer on two connections at the same
 * time.
 */
const lanes = 10;
const sayEvery = 50_000;
const clock = { now: () => new Date() };
const say = (line: string) => console.log(`${'ledger'.padEnd(10)} ${line}`);

let own: TestDatabase;
let database: Database;
/** The connections have no statement timeout, because the test must also pass with a slow database. */
let pool: Pool;
beforeAll(async () => {
  own = await createTestDatabase();
  database = createDatabase(
    () => ({ connectionString: own.url }),
    () => undefined,
  );
  await runMigrations(database);
  pool = new Pool({
    connectionString: own.url,
    max: 2 * lanes,
    // Commits need not wait for the disk, because this test kills no process.
    options: '-c synchronous_commit=off',
  });
});
afterAll(async () => {
  await pool?.end();
  await database?.close();
  await own?.drop();
});

it('random transfers are each booked exactly once, sum to zero and leave no balance negative', async () => {
  const db = drizzle({ client: pool });
  const ledger = createLedger({ db, clock });
  const seal = () => sealNext(db, clock);
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0);
  const doneBy = Array.from({ length: lanes }, () => 0);
  const sum = () => doneBy.reduce((total, done) => total + done, 0);
  let nextWord = sayEvery;
  const walks = await Promise.all(
    doneBy.map((_zero, lane) =>
      postRandomTransfers({
        ledger,
        seal,
        count: Math.ceil(operations / lanes),
        seed: seed + lane * operations,
        lane: String(lane),
        onProgress: (done) => {
          doneBy[lane] = done;
          if (sum() < nextWord) return;
          nextWord += sayEvery;
          say(`${sum().toLocaleString('en')} operations after ${seconds()} s`);
        },
      }),
    ),
  );
  while ((await seal()) > 0);
  const posted = walks.reduce((total, walk) => total + walk.posted, 0);
  say(`${posted.toLocaleString('en')} of them were posted, after ${seconds()} s`);
  const rows = await queryDatabase<{ player: string; held: string }>(
    own.url,
    `select substr(owner, 8) as player, sum(balance_minor)::text as held
     from ledger_accounts where owner <> 'house' group by 1`,
  );
  const held = new Map(rows.map((row) => [row.player, Number(row.held)]));
  for (const { balances } of walks)
    for (const [player, balance] of balances) expect(held.get(player) ?? 0, `seed ${seed}`).toBe(balance);
  expect(await checkLedger(database)).toMatchObject({ transfers: posted, unsealed: null, findings: [] });
  say(`all of it is there once and the book is clean, after ${seconds()} s (seed ${seed})`);
  // The test has no time limit, because its duration depends on the machine.
}, 0);
