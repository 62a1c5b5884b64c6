import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPartitionsAhead, listPartitions } from '../../../platform/db/partitions.ts';
import { draws } from '../../../platform/draws/tables.ts';
import { inDraw } from '../../../platform/tickets/repository.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { createLedger } from '../../../platform/wallet/ledger.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { brokenInvariants } from '../../helpers/draw-invariants.ts';
import { type FundedPlayer, fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { runDraws } from '../../helpers/run-draws.ts';
import { receipt } from '../tickets/purchases.ts';

/** Golden Jaldi is drawn every few minutes, so some of its next draws are in November and some in December. */
const now = new Date('2026-11-30T23:50:00Z');
const silent = pino({ level: 'silent' });

let platform: TestPlatform;
let player: FundedPlayer;
beforeAll(async () => {
  platform = await startPlatform({ now });
  await platform.deps.engine.tick();
  player = await fundedPlayer(platform, { funds: { deposit: 1000_00, winnings: 10_00 } });
});
afterAll(() => platform.stop());

const run = (text: string) => queryDatabase(platform.databaseUrl, text);

const monthsOf = async (table: string): Promise<string[]> =>
  (await listPartitions(platform.deps.database.db)).flatMap((one) =>
    one.table === table ? [one.month] : [],
  );

/** Returns an open Jaldi draw whose tickets belong to the partition of the given month. */
const drawIn = async (month: string): Promise<string> => {
  const [draw] = await run(
    `select draw_id from draws where game_id = 'jaldi' and tickets_month = '${month}' and status = 'open' order by draw_at`,
  );
  return String(draw?.['draw_id']);
};

const buyIn = async (month: string): Promise<string> => {
  const drawId = await drawIn(month);
  await receipt(player, { gameId: 'jaldi', drawId, lines: [{ number: 3 }], idempotencyKey: randomUUID() });
  return drawId;
};

interface Plan {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}
const readBy = (plan: Plan): string[] => [
  ...(plan['Relation Name'] && plan['Actual Loops'] > 0 ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(readBy),
];

describe('partitioning of a new database', () => {
  it.each(['tickets', 'ledger_entries'])(
    'covers the current month and the next three months of the table %s',
    async (table) => {
      expect(await monthsOf(table)).toEqual([
        '2000-01-01',
        '2026-11-01',
        '2026-12-01',
        '2027-01-01',
        '2027-02-01',
      ]);
    },
  );

  it('creates each partition only once, even with concurrent processes', async () => {
    const later = { db: platform.deps.database.db, clock: { now: () => new Date('2026-12-01T00:00:00Z') } };
    await Promise.all(Array.from({ length: 3 }, () => keepPartitionsAhead(later, silent)));
    expect((await monthsOf('tickets')).at(-1)).toBe('2027-03-01');
    expect(await monthsOf('ledger_entries')).toEqual(await monthsOf('tickets'));
  });

  it.each([
    'update ledger_entries_2026_11 set amount_minor = 1',
    'delete from ledger_entries_2026_11',
    'truncate ledger_entries_2026_11',
  ])('rejects the change `%s`', async (statement) => {
    await expect(run(statement)).rejects.toThrow('the ledger is only added to');
  });

  it('rejects a ledger entry without a balancing entry', async () => {
    await expect(
      run(`insert into ledger_entries_2026_11
           select max(account_id), min(transfer_id), 7, 7, '2026-11-01' from ledger_entries`),
    ).rejects.toThrow('do not sum to zero');
  });
});

describe('draw at the end of a month', () => {
  it('has all its tickets in the partition of that month', async () => {
    for (const month of ['2026-11-01', '2026-12-01']) {
      const drawId = await buyIn(month);
      const stored = await run(
        `select distinct tableoid::regclass::text as partition from tickets where draw_id = '${drawId}'`,
      );
      expect(stored).toEqual([{ partition: `tickets_${month.slice(0, 7).replace('-', '_')}` }]);
    }
  });

  it('has tickets that a query finds in one partition, without reading the others', async () => {
    const drawId = await drawIn('2026-12-01');
    const { rows } = await platform.deps.database.db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      sql`explain (analyze, format json) select * from tickets where ${inDraw(drawId)}`,
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    const read = plan ? readBy(plan.Plan).filter((name) => name.startsWith('tickets')) : [];
    expect(new Set(read)).toEqual(new Set(['tickets_2026_12']));
  });

  it('rejects a ticket whose month differs from the month of the draw', async () => {
    const drawId = await drawIn('2026-12-01');
    const insert = (table: string, month: string) =>
      run(`insert into ${table} (draw_id, receipt_number, line, stake_minor, player_no, bought_at, month)
           values ('${drawId}', 'WRONG', '{"number": 1}', 1100, 7, now(), '${month}')`);
    const refused = `tickets of ${drawId} need the month of draws.tickets_month`;
    await expect(insert('tickets', '2026-11-01')).rejects.toThrow(refused);
    await expect(insert('tickets_2026_11', '2026-11-01')).rejects.toThrow(refused);
    await expect(insert('tickets_initial', '2000-01-01')).rejects.toThrow(refused);
  });

  it('rejects a change of the month to which its tickets belong', async () => {
    const drawId = await drawIn('2026-12-01');
    await expect(
      run(`update draws set tickets_month = '2026-11-01' where draw_id = '${drawId}'`),
    ).rejects.toThrow('stay in their partition');
  });
});

/** Returns a deposit for a player who exists only in the ledger, without a player account. */
const depositOf = (key: string) => ({
  key,
  kind: 'deposit' as const,
  currencyCode: 'INR',
  reference: {},
  sides: [
    { owner: 'player:late' as const, bucket: 'deposit' as const, amountMinor: 5 },
    { owner: 'house' as const, bucket: 'payments' as const, amountMinor: -5 },
  ],
});

describe('ledger with entries of several months', () => {
  it('returns a statement that sums to the player’s balance', async () => {
    await runDraws(platform, new Date('2026-12-01T00:20:00Z'));
    await buyIn('2026-12-01');
    const used = await run(
      `select distinct tableoid::regclass::text as partition from ledger_entries order by 1`,
    );
    expect(used).toEqual([{ partition: 'ledger_entries_2026_11' }, { partition: 'ledger_entries_2026_12' }]);
    expect(await brokenInvariants(platform.databaseUrl)).toEqual([]);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
    const statement = async () =>
      (await dataOf(player, 'transaction/transactionSummary', {})).transactions.filter(
        ({ currencyCode }) => currencyCode === 'INR',
      );
    const rows = await statement();
    expect(rows.length).toBeGreaterThanOrEqual(5);
    const balance = rows.reduce((sum, { amount }) => sum + amount, 0);
    // The newest entry's balance includes the winnings, although the winnings were credited in the previous month.
    expect(rows[0]?.totalBalance).toBe(balance);
    await fund(platform, player.accountId, 'casino-bonus', 500);
    expect((await statement())[0]?.totalBalance).toBe(balance + 500);
  });

  it('never stores an entry in an earlier month than the previous entry', async () => {
    const at = (time: string) =>
      createLedger({ db: platform.deps.database.db, clock: { now: () => new Date(time) } });
    await at('2027-01-01T00:00:00.001Z').post(depositOf('in January'));
    await at('2026-12-31T23:59:59.999Z').post(depositOf('in December'));
    expect(await run(`select entries_month::text as month from transfers where key like 'in %'`)).toEqual([
      { month: '2027-01-01' },
      { month: '2027-01-01' },
    ]);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });
});

describe('month without a partition', () => {
  it('is reported as an error during the previous month', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const { db } = platform.deps.database;
    await run('alter table tickets detach partition tickets_2027_03; drop table tickets_2027_03');
    // The platform cannot create the partition, because a table with the partition's name exists.
    await run('create table tickets_2027_03 (note text)');
    await keepPartitionsAhead({ db, clock: { now: () => new Date('2027-02-10T00:00:00Z') } }, logger);
    await run('drop table tickets_2027_03');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { table: 'tickets', month: '2027-03-01', msg: 'month partition is missing for the next month' },
    ]);
  });

  it('has its purchases stored in the initial partition', async () => {
    await run(`alter table tickets detach partition tickets_2026_12; drop table tickets_2026_12`);
    await platform.deps.database.db
      .delete(draws)
      .where(sql`draw_at > '2026-12-01T00:20:00Z' and status <> 'published'`);
    await platform.deps.engine.tick();
    const drawId = await buyIn('2000-01-01');
    const stored = await run(
      `select tableoid::regclass::text as partition from tickets where draw_id = '${drawId}'`,
    );
    expect(stored).toEqual([{ partition: 'tickets_initial' }]);
  });
});
