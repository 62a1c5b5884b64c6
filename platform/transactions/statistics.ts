import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PlayerStatistics } from '../../shared/contract/player-statistics.ts';
import { isoDayIn, startOfDay } from '../../shared/domain/site-time.ts';
import type { Db, Queryable } from '../db/database.ts';
import { findDraw } from '../draws/repository.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { isReturnedSql, sendsDepositBackSql } from '../limits/repository.ts';
import { isNotRefused } from './purchases.ts';

const months = 12;

const PlayedRow = z.object({
  game_id: z.string(),
  month_no: z.number(),
  purchases: z.coerce.number(),
  lines: z.coerce.number(),
  stake: z.coerce.number(),
  won: z.coerce.number(),
  open_purchases: z.coerce.number(),
  open_stake: z.coerce.number(),
  best: z.string().nullable(),
});
type PlayedRow = z.infer<typeof PlayedRow>;
const PaidRow = z.object({ what: z.string(), count: z.coerce.number(), amount: z.coerce.number() });

/** Returns the last twelve months as YYYY-MM, newest first. The time zone decides which month is the current month. */
export function lastMonths(timeZone: string, now: Date): string[] {
  const [year = 0, month = 0] = isoDayIn(timeZone, now).split('-').map(Number);
  return Array.from({ length: months }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

function playedOf<A extends object>(about: A, rows: readonly PlayedRow[]) {
  const of = (part: (row: PlayedRow) => number) => rows.reduce((total, row) => total + part(row), 0);
  const [stake, won] = [of((row) => row.stake), of((row) => row.won)];
  return {
    ...about,
    purchases: of((row) => row.purchases),
    lines: of((row) => row.lines),
    stake,
    won,
    net: won - stake,
  };
}

/** A deposit that is sent back counts neither as a deposit nor as a withdrawal. */
async function readPaid(tx: Queryable, accountId: string) {
  const { rows } = await tx.execute(sql`
    select 'deposit' as what, count(*) as count, coalesce(sum(amount_minor), 0) as amount
    from payments where account_id = ${accountId}::uuid and status = 'approved' and not ${isReturnedSql}
    union all
    select case when state = 'paid' then 'withdrawn' else 'withdrawing' end, count(*), coalesce(sum(amount_minor), 0)
    from withdrawals where account_id = ${accountId}::uuid and state not in ('refused', 'declined')
      and not ${sendsDepositBackSql}
    group by 1`);
  const paid = new Map(
    rows
      .map((row) => PaidRow.parse(row))
      .map(({ what, count, amount }) => [what, { count, amount }] as const),
  );
  return (what: string) => paid.get(what) ?? { count: 0, amount: 0 };
}

/**
 * Answers `transaction/getPlayerStatistics`: returns sums over all tickets and payments of a player. All queries read
 * the same snapshot of the database.
 */
export function createStatistics({
  db,
  catalogue,
  clock,
  timeZone,
}: {
  db: Db;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  timeZone: string;
}) {
  const names = new Map(catalogue.map(({ gameId, name }) => [gameId, name]));
  const counts = sql`draw.correction ->> 'kind' is distinct from 'voided'`;

  const readPlayed = async (tx: Queryable, accountId: string, borders: readonly Date[]) => {
    const { rows } = await tx.execute(sql`
      select game_id, month_no, count(*) as purchases, sum(lines) as lines, sum(stake_minor) as stake, sum(won) as won,
        count(*) filter (where is_open) as open_purchases,
        coalesce(sum(stake_minor) filter (where is_open), 0) as open_stake, max(best collate "C") as best
      from (
        select purchase.game_id, lines, stake_minor, draw.status <> 'published' or draw.chunks_posted < draw.chunks as is_open,
          width_bucket(bought_at, ${sql.param(borders.map((border) => border.toISOString()))}::timestamptz[]) as month_no,
          win.won, case when win.best > 0 then lpad(win.best::text, 19, '0') || ' ' || draw.draw_id end as best
        from purchases purchase join draws draw on draw.draw_id = purchase.draw_id
        cross join lateral (
          select coalesce(sum(amount_minor), 0) as won, max(amount_minor) as best from wins
          where wins.draw_id = purchase.draw_id and wins.receipt_number = purchase.receipt_number
            and ${isNotRefused(sql`purchase.receipt_number`)}
        ) win
        where purchase.account_id = ${accountId}::uuid and ${counts}
      ) played
      group by game_id, month_no`);
    return rows.map((row) => PlayedRow.parse(row));
  };

  /**
   * @param best texts that each contain an amount and a draw id. All amounts are padded to the same width, so the text
   *   that sorts last has the greatest amount
   */
  const readBest = async (
    tx: Queryable,
    best: readonly (string | null)[],
  ): Promise<PlayerStatistics['biggestWin']> => {
    const [amount, drawId] = best
      .reduce<string>((most, one) => (one && one > most ? one : most), '')
      .split(' ');
    const draw = drawId === undefined ? null : await findDraw(tx, drawId);
    if (!draw) return null;
    return {
      amount: Number(amount),
      gameId: draw.gameId,
      gameName: names.get(draw.gameId) ?? draw.gameId,
      drawId: draw.drawId,
      drawNumber: draw.drawNumber,
      drawStartDate: draw.drawAt.toISOString(),
    };
  };

  return ({ accountId, currencyCode }: Player): Promise<PlayerStatistics> =>
    db.transaction(
      async (tx) => {
        const named = lastMonths(timeZone, clock.now());
        const borders = named.toReversed().map((month) => startOfDay(timeZone, `${month}-01`));
        const rows = await readPlayed(tx, accountId, borders);
        const paid = await readPaid(tx, accountId);
        return {
          currencyCode,
          total: playedOf({}, rows),
          open: {
            purchases: rows.reduce((total, row) => total + row.open_purchases, 0),
            stake: rows.reduce((total, row) => total + row.open_stake, 0),
          },
          biggestWin: await readBest(
            tx,
            rows.map(({ best }) => best),
          ),
          byGame: [...Map.groupBy(rows, (row) => row.game_id)]
            .map(([gameId, of]) => playedOf({ gameId, gameName: names.get(gameId) ?? gameId }, of))
            .sort((one, other) => other.lines - one.lines || (one.gameId < other.gameId ? -1 : 1))
            .slice(0, 50),
          byMonth: named.map((month, back) =>
            playedOf(
              { month },
              rows.filter((row) => row.month_no === months - back),
            ),
          ),
          deposited: paid('deposit'),
          withdrawn: paid('withdrawn'),
          withdrawing: paid('withdrawing'),
        };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
}
