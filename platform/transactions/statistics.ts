import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PlayerStatistics } from '../../shared/contract/transactions.ts';
import { isoDayIn, startOfDay } from '../../shared/domain/site-time.ts';
import type { Db, Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { msOf } from './paging.ts';

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
});
type PlayedRow = z.infer<typeof PlayedRow>;
const BestRow = z.object({
  amount: z.coerce.number(),
  game_id: z.string(),
  draw_id: z.string(),
  draw_number: z.number(),
  draw_at_ms: z.coerce.number(),
});
const PaidRow = z.object({ what: z.string(), count: z.coerce.number(), amount: z.coerce.number() });

/** The last twelve months in a time zone, as YYYY-MM, the one of `now` first. */
export const lastMonths = (timeZone: string, now: Date): string[] => {
  const [year = 0, month = 0] = isoDayIn(timeZone, now).split('-').map(Number);
  return Array.from({ length: months }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
};

const playedOf = <A extends object>(about: A, rows: readonly PlayedRow[]) => {
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
};

const readPaid = async (tx: Queryable, accountId: string) => {
  const { rows } = await tx.execute(sql`
    select 'deposit' as what, count(*) as count, coalesce(sum(amount_minor), 0) as amount
    from payments where account_id = ${accountId}::uuid and status = 'approved'
    union all
    select state, count(*), coalesce(sum(amount_minor), 0)
    from withdrawals where account_id = ${accountId}::uuid group by state`);
  const paid = new Map(
    rows
      .map((row) => PaidRow.parse(row))
      .map(({ what, count, amount }) => [what, { count, amount }] as const),
  );
  return (what: string) => paid.get(what) ?? { count: 0, amount: 0 };
};

/** Call `transaction/getPlayerStatistics`: sums over all that a player did, as they stood at one moment. */
export const createStatistics = ({
  db,
  catalogue,
  clock,
  timeZone,
}: {
  db: Db;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  timeZone: string;
}) => {
  const names = new Map(catalogue.map(({ gameId, name }) => [gameId, name]));
  const counts = sql`draw.correction ->> 'kind' is distinct from 'voided'`;

  const readPlayed = async (tx: Queryable, accountId: string, borders: readonly Date[]) => {
    const { rows } = await tx.execute(sql`
      select game_id, month_no, count(*) as purchases, sum(lines) as lines, sum(stake_minor) as stake, sum(won) as won,
        count(*) filter (where is_open) as open_purchases,
        coalesce(sum(stake_minor) filter (where is_open), 0) as open_stake
      from (
        select purchase.game_id, lines, stake_minor, draw.status <> 'published' as is_open,
          width_bucket(bought_at, ${sql.param(borders.map((border) => border.toISOString()))}::timestamptz[]) as month_no,
          coalesce((select sum(amount_minor) from wins
            where wins.draw_id = purchase.draw_id and wins.receipt_number = purchase.receipt_number), 0) as won
        from purchases purchase join draws draw on draw.draw_id = purchase.draw_id
        where purchase.account_id = ${accountId}::uuid and ${counts}
      ) played
      group by game_id, month_no`);
    return rows.map((row) => PlayedRow.parse(row));
  };

  const readBest = async (tx: Queryable, accountId: string): Promise<PlayerStatistics['biggestWin']> => {
    const { rows } = await tx.execute(sql`
      select win.amount_minor as amount, draw.game_id, draw.draw_id, draw.draw_number, ${msOf(sql`draw.draw_at`)} as draw_at_ms
      from purchases purchase
      join wins win on win.draw_id = purchase.draw_id and win.receipt_number = purchase.receipt_number
      join draws draw on draw.draw_id = purchase.draw_id
      where purchase.account_id = ${accountId}::uuid and win.amount_minor > 0 and ${counts}
      order by win.amount_minor desc, draw.draw_at desc, draw.draw_id limit 1`);
    const [best] = rows.map((row) => BestRow.parse(row));
    if (!best) return null;
    return {
      amount: best.amount,
      gameId: best.game_id,
      gameName: names.get(best.game_id) ?? best.game_id,
      drawId: best.draw_id,
      drawNumber: best.draw_number,
      drawStartDate: new Date(best.draw_at_ms).toISOString(),
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
          biggestWin: await readBest(tx, accountId),
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
          withdrawn: paid('approved'),
          withdrawing: paid('requested'),
        };
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
};
