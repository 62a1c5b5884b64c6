import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../platform/db/database.ts';
import { runMigrations } from '../../../platform/db/migrate.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { createLedger, KeyUsedTwice, type Ledger } from '../../../platform/wallet/ledger.ts';
import { sealNext } from '../../../platform/wallet/seal.ts';
import { ImpossibleTransfer, type PlayerBucket, type Transfer } from '../../../platform/wallet/transfer.ts';
import {
  createTestDatabase,
  queryDatabase,
  type TestDatabase,
  templateDatabase,
} from '../../helpers/database.ts';
import { postRandomTransfers } from '../../helpers/random-transfers.ts';

const clock = { now: () => new Date('2026-11-21T12:02:00.123Z') };

let empty: string;
let own: TestDatabase;
let database: Database;
let ledger: Ledger;

function connect(url: string) {
  return createDatabase(
    () => ({ connectionString: url }),
    () => undefined,
  );
}

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

let keys = 0;

function transfer(
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

function between(from: string, to: string, amountMinor: number): Transfer {
  return {
    ...transfer(from, -amountMinor),
    sides: [
      { owner: `player:${from}`, bucket: 'deposit', amountMinor: -amountMinor },
      { owner: `player:${to}`, bucket: 'deposit', amountMinor },
    ],
  };
}

async function balanceOf(player: string, bucket = 'deposit') {
  return (await ledger.balances(`player:${player}`, 'INR')).get(bucket) ?? 0;
}

function check() {
  return checkLedger(database);
}

function run(text: string) {
  return queryDatabase(own.url, text);
}

describe('transfer', () => {
  it('moves money between accounts with entries that sum to zero', async () => {
    expect(await ledger.post(transfer('a', 500_00))).toMatchObject({ kind: 'posted', isNew: true });
    expect(await ledger.post(between('a', 'b', 120_05))).toMatchObject({ kind: 'posted' });
    expect([await balanceOf('a'), await balanceOf('b')]).toEqual([379_95, 120_05]);
    const [{ sum } = {}] = await run('select sum(amount_minor) as sum from ledger_entries');
    expect(sum).toBe('0');
    expect((await check()).findings).toEqual([]);
  });

  it('is posted only once for each key', async () => {
    const same = transfer('a', 700);
    const postings = await Promise.all(Array.from({ length: 200 }, () => ledger.post(same)));
    expect(postings.filter((posting) => posting.kind === 'posted' && posting.isNew)).toHaveLength(1);
    expect(new Set(postings.map((posting) => posting.kind === 'posted' && posting.transferId)).size).toBe(1);
    expect(await balanceOf('a')).toBe(700);
  });

  it('is rejected if its key belongs to another transfer', async () => {
    await ledger.post(transfer('a', 700, { key: 'k' }));
    await expect(ledger.post(transfer('a', 701, { key: 'k' }))).rejects.toBeInstanceOf(KeyUsedTwice);
    await expect(ledger.post(transfer('b', 700, { key: 'k' }))).rejects.toBeInstanceOf(KeyUsedTwice);
    expect([await balanceOf('a'), await balanceOf('b')]).toEqual([700, 0]);
  });

  it('never makes a balance negative', async () => {
    await ledger.post(transfer('a', 100));
    expect(await ledger.post(transfer('a', -101, { key: 'too much' }))).toEqual({ kind: 'insufficient' });
    expect(await ledger.post(transfer('nobody', -1))).toEqual({ kind: 'insufficient' });
    expect(await run("select key from transfers where key = 'too much'")).toEqual([]);
    expect(await balanceOf('a')).toBe(100);
    // A rejected transfer leaves its key free, so the same transfer can be posted later.
    await ledger.post(transfer('a', 1));
    expect(await ledger.post(transfer('a', -101, { key: 'too much' }))).toMatchObject({ isNew: true });
    expect(await balanceOf('a')).toBe(0);
  });

  it('cannot take money that a concurrent transfer has already taken', async () => {
    await ledger.post(transfer('a', 100));
    const postings = await Promise.all(Array.from({ length: 20 }, () => ledger.post(transfer('a', -100))));
    expect(postings.filter(({ kind }) => kind === 'posted')).toHaveLength(1);
    expect(await balanceOf('a')).toBe(0);
  });

  it('causes no deadlock with concurrent transfers in the opposite direction', async () => {
    await ledger.post(transfer('a', 100_000));
    await ledger.post(transfer('b', 100_000));
    const postings = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        ledger.post(index % 2 ? between('a', 'b', 7) : between('b', 'a', 7)),
      ),
    );
    expect(postings.every(({ kind }) => kind === 'posted')).toBe(true);
    expect([await balanceOf('a'), await balanceOf('b')]).toEqual([100_000, 100_000]);
    expect((await check()).findings).toEqual([]);
  });

  it('can use an account that a concurrent transfer has just created', async () => {
    let later: ReturnType<Ledger['post']> | undefined;
    await database.db.transaction(async (tx) => {
      await ledger.post(transfer('b', 100), tx);
      // The concurrent transfer creates account a. It then waits for the outer transaction, which has created account
      // b.
      later = ledger.post({
        ...transfer('b', 0),
        sides: [
          { owner: 'player:a', bucket: 'deposit', amountMinor: 20 },
          { owner: 'player:b', bucket: 'deposit', amountMinor: 3 },
          { owner: 'house', bucket: 'payments', amountMinor: -23 },
        ],
      });
      await expect
        .poll(() =>
          run(`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        )
        .toEqual([{ waiting: 1 }]);
    });
    expect(await later).toMatchObject({ kind: 'posted', isNew: true });
    expect([await balanceOf('a'), await balanceOf('b')]).toEqual([20, 103]);
    expect((await check()).findings).toEqual([]);
  });

  it('is rolled back with its caller’s transaction', async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await ledger.post(transfer('a', 100, { key: 'undone' }), tx);
        throw new Error('the rest failed');
      }),
    ).rejects.toThrow('the rest failed');
    expect(await balanceOf('a')).toBe(0);
    expect(await ledger.post(transfer('a', 100, { key: 'undone' }))).toMatchObject({ isNew: true });
  });

  it('needs no sequential table scan', async () => {
    const scans = await database.db.transaction(async (tx) => {
      await ledger.postAll([transfer('a', 100), transfer('b', 100)], tx);
      const { rows } = await tx.execute<{ scans: number }>(
        sql`select sum(seq_scan)::int as scans from pg_stat_xact_user_tables where relname ~ '^(ledger|transfers|player)'`,
      );
      return rows[0]?.scans;
    });
    expect(scans).toBe(0);
  });

  it.each<[string, Partial<Transfer>]>([
    ['that does not sum to zero', { sides: [{ owner: 'player:a', bucket: 'deposit', amountMinor: 5 }] }],
    ['of a fraction of a minor unit', { sides: transfer('a', 0.5).sides }],
    ['of 0', { sides: transfer('a', 0).sides }],
    ['of an unsafe integer', { sides: transfer('a', 2 ** 53).sides }],
    ['with an account twice', { sides: [...transfer('a', 5).sides, ...transfer('a', 5).sides] }],
    ['without a key', { key: '' }],
    ['in an unknown currency', { currencyCode: 'rupees' }],
  ])('%s is rejected', async (_what, wrong) => {
    await expect(ledger.post({ ...transfer('a', 5), ...wrong })).rejects.toBeInstanceOf(ImpossibleTransfer);
    expect(await run('select * from transfers')).toEqual([]);
  });
});

describe('stored transfer', () => {
  beforeEach(async () => {
    await ledger.post(transfer('a', 500));
    await ledger.post(between('a', 'b', 100));
  });

  it.each([
    'update ledger_entries set amount_minor = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
    "update transfers set kind = 'bonus'",
    'delete from transfers',
    'truncate transfers cascade',
    'delete from ledger_accounts',
    'insert into ledger_entries values (3, 1, 5, 5)',
  ])('cannot be changed by %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(/refused|never changed|sum to zero|foreign key/);
    expect((await check()).findings).toEqual([]);
  });

  it('is sealed only once, and the seals form an unbroken chain', async () => {
    expect(await sealNext(database.db, clock)).toBe(2);
    expect(await sealNext(database.db, clock)).toBe(0);
    await ledger.post(transfer('c', 5));
    expect((await check()).unsealed).toMatchObject({ transfers: 1 });
    const sealed = await Promise.all(Array.from({ length: 5 }, () => sealNext(database.db, clock)));
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(1);
    const report = await check();
    expect(report).toMatchObject({ transfers: 3, seals: 2, unsealed: null, findings: [] });
    expect(report.newestHash).toMatch(/^[0-9a-f]{64}$/);
  });

  const tampering: [string, string, RegExp][] = [
    [
      'both amounts of a transfer',
      'update ledger_entries set amount_minor = amount_minor * 2 where transfer_id = 2',
      /transfer 2: it says/,
    ],
    [
      'one amount of a transfer',
      'update ledger_entries set amount_minor = 501 where transfer_id = 1 and amount_minor = 500',
      /transfer 1: its entries/,
    ],
    [
      'the owner of an account',
      "update ledger_accounts set owner = 'player:thief' where owner = 'player:b'",
      /transfer 2: it says/,
    ],
    [
      'the reference of a transfer',
      `update transfers set reference = '{"note":"other"}' where transfer_id = 1`,
      /transfer 1: it says/,
    ],
    [
      'the digest of a transfer',
      "update transfers set digest = repeat('a', 64) where transfer_id = 2",
      /transfer 2: it says/,
    ],
    [
      'the time of a transfer',
      "update transfers set posted_at = posted_at + interval '1 ms' where transfer_id = 1",
      /seal 1 does not fit/,
    ],
    [
      'the balance of an account',
      "update ledger_accounts set balance_minor = balance_minor + 1 where owner = 'player:a'",
      /account 1 player:a deposit INR|account \d+ player:a/,
    ],
    [
      'the balance in an entry',
      'update ledger_entries set balance_minor = balance_minor + 1 where transfer_id = 2',
      /seal 1 does not fit/,
    ],
    [
      'a deleted entry',
      'delete from ledger_entries where transfer_id = 2 and amount_minor > 0',
      /transfer 2: its entries/,
    ],
    [
      'a deleted transfer',
      'delete from ledger_entries where transfer_id = 2; delete from transfers where transfer_id = 2',
      /seal 1 had 2 transfers, and has 1/,
    ],
    [
      'the hash of a seal',
      "update ledger_seals set hash = repeat('b', 64) where seal_no = 1",
      /seal 1 does not fit/,
    ],
    ['a deleted seal', 'delete from ledger_seals where seal_no = 1', /seal 1 is missing/],
  ];
  it.each(tampering)(
    'is reported by the ledger check if it is tampered with: %s',
    async (_what, statement, where) => {
      await sealNext(database.db, clock);
      await ledger.post(transfer('c', 5));
      await sealNext(database.db, clock);
      expect((await check()).findings).toEqual([]);
      // The attack disables the triggers that protect the ledger, as the owner of the database can.
      await run(`set session_replication_role = replica; ${statement}`);
      expect((await check()).findings.join('\n')).toMatch(where);
    },
  );
});

it('three hundred random transfers sum to zero and leave no balance negative', async () => {
  const seal = () => sealNext(database.db, clock);
  const seed = randomInt(2 ** 31);
  const { balances, posted } = await postRandomTransfers({ ledger, seal, count: 300, seed, lane: 'one' });
  for (const [player, held] of balances) expect(await balanceOf(player), `seed ${seed}`).toBe(held);
  while ((await seal()) > 0);
  expect(await check()).toMatchObject({ transfers: posted, unsealed: null, findings: [] });
  const { rows } = await database.db.execute(sql`select count(*)::int as n from transfers`);
  expect(rows[0]).toEqual({ n: posted });
});
