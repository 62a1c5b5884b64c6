import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/database.ts';
import type { Ledger } from '../../../platform/wallet/ledger.ts';
import { sealNext } from '../../../platform/wallet/seal.ts';
import { between, clock, transfer, useFreshLedger } from './fresh-ledger.ts';

const { opened, check, run } = useFreshLedger();
let database: Database;
let ledger: Ledger;
beforeEach(() => {
  ({ database, ledger } = opened());
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
