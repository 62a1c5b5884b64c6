import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/database.ts';
import { KeyUsedTwice, type Ledger } from '../../../platform/wallet/ledger.ts';
import { sealNext } from '../../../platform/wallet/seal.ts';
import { ImpossibleTransfer, type Transfer } from '../../../platform/wallet/transfer.ts';
import { postRandomTransfers } from '../../helpers/random-transfers.ts';
import { between, clock, transfer, useFreshLedger } from './fresh-ledger.ts';

const { opened, balanceOf, check, run } = useFreshLedger();
let database: Database;
let ledger: Ledger;
beforeEach(() => {
  ({ database, ledger } = opened());
});

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
