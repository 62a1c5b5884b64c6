import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { sealNext } from '../../../platform/wallet/seal.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf, type Ran } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { runDraws } from '../../helpers/run-draws.ts';
import { receipt } from '../tickets/purchases.ts';

let platform: TestPlatform;
let player: FundedPlayer;
let operator: (...args: string[]) => Promise<Ran>;

const run = (text: string) => queryDatabase(platform.databaseUrl, text);
const detach = (table: string, month: string, ...more: string[]) =>
  operator('partitions', 'detach', table, month, '--reason', 'kept for 13 months', ...more);

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-30T23:50:00Z'), catalogue: gamesOf('jaldi') });
  operator = operatorOf(platform);
  await platform.deps.engine.tick();
  player = await fundedPlayer(platform, { funds: { deposit: 100_00 } });
  const [draw] = await run(`select draw_id from draws where status = 'open' order by draw_at limit 1`);
  const drawId = String(draw?.['draw_id']);
  await receipt(player, { gameId: 'jaldi', drawId, lines: [{ number: 3 }], idempotencyKey: randomUUID() });
  await runDraws(platform, new Date('2026-12-01T00:01:00Z'));
});
afterAll(() => platform.stop());

describe('admin command `partitions`', () => {
  it('lists the partitions of tickets and of ledger entries', async () => {
    const { code, out } = await operator('partitions', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/^tickets +2026-11 {2}tickets_2026_11$/m);
    expect(out).toMatch(/^ledger_entries +2026-12 {2}ledger_entries_2026_12$/m);
  });

  it('lists the initial partitions, and explains why they stay attached', async () => {
    const { out } = await operator('partitions', 'list');
    for (const table of ['tickets', 'ledger_entries'])
      expect(out).toMatch(
        new RegExp(
          `^${table} +initial {2}${table}_initial {2}\\(always attached, because it takes the rows`,
          'm',
        ),
      );
  });

  it.each([
    ['a month that players still see', 'tickets', '2026-11', 1, 'players see the rows of 2026-11-01'],
    ['a month without a partition', 'tickets', '2025-01', 1, 'has no partition of 2025-01-01'],
    ['the initial partition', 'ledger_entries', 'initial', 1, 'ledger_entries_initial is always attached'],
    ['the month of the initial partition', 'tickets', '2000-01', 1, 'tickets_initial is always attached'],
    ['a table that is not stored by month', 'wins', '2026-11', 2, 'TABLE is one of tickets, ledger_entries'],
    ['a malformed month', 'tickets', 'November', 2, 'MONTH is a month such as 2026-11'],
  ])('refuses to detach %s', async (_what, table, month, exitCode, words) => {
    const { code, err } = await detach(table, month);
    expect(err).toContain(words);
    expect(code).toBe(exitCode);
  });

  it('refuses to detach a month with unsealed transfers or unfinished draws', async () => {
    platform.clock.set(new Date('2028-03-01T00:00:00Z'));
    expect((await detach('ledger_entries', '2026-11')).err).toContain(
      'a transfer of 2026-11-01 is not sealed',
    );
    expect((await detach('tickets', '2026-12')).err).toContain('a draw of 2026-12-01 is not published');
  });

  it('exits with an error while another transaction uses the table of the partition', async () => {
    await platform.deps.database.db.transaction(async (tx) => {
      await tx.execute('lock table tickets in access share mode');
      const { code, err } = await detach('tickets', '2026-11');
      expect(err).toContain('try again later');
      expect(code).toBe(1);
    });
  });

  it('detaches a month while the platform keeps running', async () => {
    while ((await sealNext(platform.deps.database.db, platform.clock)) > 0);
    const before = await checkLedger(platform.deps.database);
    expect(before.detached).toEqual({ months: [], transfers: 0, seals: 0 });
    expect((await detach('ledger_entries', '2026-11', '--dry-run')).code).toBe(0);
    expect((await operator('partitions', 'list')).out).toContain('ledger_entries_2026_11');

    for (const table of ['tickets', 'ledger_entries']) {
      const { code, out } = await detach(table, '2026-11');
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^${table}_2026_11 is detached, with \\d+ rows?`));
    }
    expect((await operator('partitions', 'list')).out).not.toContain('2026_11');
    expect((await operator('log')).out).toContain('ledger_entries_2026_11');

    // A deposit must work although the account's newest entries are in the detached month.
    await fund(platform, player.accountId, 'deposit', 50_00);
    expect(await player.holds('deposit')).toBe(139_00);
    const token = await platform.deps.sessions.open(player.accountId);
    const range = { from: '2028-02-01', to: '2028-03-01' };
    for (const name of [
      'transaction/transactionSummary',
      'transaction/purchaseSummary',
      'transaction/gameHistorySummary',
    ] as const) {
      const change = { headers: { authorization: `Bearer ${token}` } };
      expect((await platform.call(name, range, change)).body.success).toBe(true);
      const old = await platform.call(name, { from: '2026-11-15', to: '2026-12-05' }, change);
      expect(old.body.success).toBe(true);
    }
  });

  it('keeps the balances of the ledger verifiable after a month is detached', async () => {
    const report = await checkLedger(platform.deps.database);
    expect(report.findings).toEqual([]);
    expect(report.detached.months).toEqual(['2026-11-01']);
    expect(report.detached.transfers).toBeGreaterThan(0);
    expect(report.detached.seals).toBeGreaterThan(0);
    await run(`set session_replication_role = replica;
      update ledger_accounts set balance_minor = balance_minor + 1 where owner = 'player:${player.accountId}'`);
    expect((await checkLedger(platform.deps.database)).findings.join()).toContain(
      `player:${player.accountId}`,
    );
    await expect(run('delete from detached_sums')).rejects.toThrow('the ledger is only added to');
  });
});
