import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { PurchaseOutcome, PurchaseRow, PurchaseSummary } from '../../shared/contract/play-history.ts';
import { TicketLine } from '../../shared/contract/tickets.ts';
import type { Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { paidPartsOf } from '../wallet/service.ts';
import { epochMs, type Paging, pageCondition, type RowsRequest } from './paging.ts';

/** Returns the state of a purchase, which follows from the state of its draw. */
export function stateOf({
  status,
  correction,
  has_all_wins: hasWins,
}: {
  status: string;
  correction: string | null;
  has_all_wins: boolean;
}): PurchaseRow['state'] {
  if (correction === 'voided') return 'voided';
  if (status !== 'published') return 'open';
  return hasWins ? 'drawn' : 'pending';
}

const Row = z.object({
  receipt_number: z.string(),
  game_id: z.string(),
  draw_id: z.string(),
  draw_number: z.number(),
  draw_at_ms: z.coerce.number(),
  status: z.string(),
  correction: z.string().nullable(),
  has_all_wins: z.boolean(),
  bought_at_ms: z.coerce.number(),
  lines: z.array(TicketLine),
  stake_minor: z.coerce.number(),
  currency_code: z.string(),
  paid_from: z.record(z.string(), z.number()),
  won: z.coerce.number(),
  refused_at_ms: z.coerce.number().nullable(),
  refusal_reason: z.string().nullable(),
});

/** SQL condition that the partition with the tickets of `draw` is still attached (docs/operations.md, "Old months"). */
export const hasTickets = sql`draw.tickets_month in (
  select month from month_partitions where table_name = 'tickets')`;

/** SQL condition that no operator has refused the prize of a receipt. A refused prize does not count as won. */
export const isNotRefused = (receiptNumber: SQL): SQL => sql`not exists (
  select from claim_refusals refused where refused.receipt_number = ${receiptNumber})`;

const isVoided = sql`coalesce(draw.correction ->> 'kind', '') = 'voided'`;
const isDrawn = sql`not ${isVoided} and draw.status = 'published' and draw.chunks_posted = draw.chunks`;
const hasWon = sql`(${isNotRefused(sql`purchases.receipt_number`)} and exists (
  select from wins where wins.draw_id = purchases.draw_id and wins.receipt_number = purchases.receipt_number))`;
const outcomes: Record<PurchaseOutcome, SQL> = {
  open: sql`not ${isVoided} and not (${isDrawn})`,
  won: sql`${isDrawn} and ${hasWon}`,
  lost: sql`${isDrawn} and not ${hasWon}`,
  voided: isVoided,
};

/** Returns the SQL condition for purchases with an outcome, or for all purchases if `outcome` is undefined. */
function hasOutcome(outcome: PurchaseOutcome | undefined): SQL {
  return outcome === undefined
    ? sql`true`
    : sql`exists (select from draws draw where draw.draw_id = purchases.draw_id and ${outcomes[outcome]})`;
}

/** Answers `transaction/purchaseSummary`: lists a player's purchases, newest first. */
export function createPurchases({
  db,
  catalogue,
  paging,
}: {
  db: Queryable;
  catalogue: readonly GameDefinition[];
  paging: Paging;
}) {
  const names = new Map(catalogue.map(({ gameId, name }) => [gameId, name]));

  const shown = (row: z.infer<typeof Row>): PurchaseRow => {
    const state = stateOf(row);
    const hasNoPrize = state === 'voided' || row.refused_at_ms !== null;
    return {
      receiptNumber: row.receipt_number,
      gameId: row.game_id,
      gameName: names.get(row.game_id) ?? row.game_id,
      drawId: row.draw_id,
      drawNumber: row.draw_number,
      drawStartDate: new Date(row.draw_at_ms).toISOString(),
      boughtAt: new Date(row.bought_at_ms).toISOString(),
      lines: row.lines,
      ticketPrice: row.stake_minor / row.lines.length,
      totalPrice: row.stake_minor,
      currencyCode: row.currency_code,
      paidFrom: paidPartsOf(row.paid_from),
      state,
      wonAmount: hasNoPrize ? 0 : row.won,
      refusal:
        row.refused_at_ms === null || row.refusal_reason === null
          ? null
          : { at: new Date(row.refused_at_ms).toISOString(), reason: row.refusal_reason },
    };
  };

  return async (
    { accountId }: Player,
    asked: RowsRequest & { gameId?: string | undefined; outcome?: PurchaseOutcome | undefined },
  ): Promise<PurchaseSummary> => {
    const { gameId, outcome } = asked;
    const scope = ['purchases', accountId, gameId, outcome];
    const page = paging.open(scope, asked);
    const { rows } = await db.execute(sql`
      with page as materialized (
        select * from purchases
        where account_id = ${accountId}::uuid ${gameId === undefined ? sql`` : sql`and game_id = ${gameId}`}
          and ${pageCondition(page, sql`bought_at`, sql`receipt_number`, 'text')} and ${hasOutcome(outcome)}
        order by bought_at desc, receipt_number desc limit ${page.limit + 1}
      )
      select page.receipt_number, page.game_id, page.draw_id, draw.draw_number, ${epochMs(sql`draw.draw_at`)} as draw_at_ms,
        draw.status, draw.correction ->> 'kind' as correction, draw.chunks_posted = draw.chunks as has_all_wins,
        ${epochMs(sql`page.bought_at`)} as bought_at_ms,
        played.lines, page.stake_minor, page.currency_code, page.paid_from, won.won,
        ${epochMs(sql`refusal.refused_at`)} as refused_at_ms, refusal.reason as refusal_reason
      from page join draws draw on draw.draw_id = page.draw_id and ${hasTickets}
      cross join lateral (
        select json_agg(line order by line_no) as lines from tickets
        where month = draw.tickets_month and draw_id = page.draw_id and receipt_number = page.receipt_number
      ) played
      cross join lateral (
        select coalesce(sum(amount_minor), 0) as won from wins
        where draw_id = page.draw_id and receipt_number = page.receipt_number
      ) won
      left join claim_refusals refusal on refusal.receipt_number = page.receipt_number
      order by page.bought_at desc, page.receipt_number desc`);
    const { about, rows: onPage } = paging.close(
      scope,
      page,
      rows.map((row) => Row.parse(row)),
      (row) => ({
        atMs: row.bought_at_ms,
        id: row.receipt_number,
      }),
    );
    return { ...about, purchases: onPage.map(shown) };
  };
}
