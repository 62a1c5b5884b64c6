import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { GameHistory, PlayedDraw } from '../../shared/contract/play-history.ts';
import { TicketLine } from '../../shared/contract/tickets.ts';
import { isLine } from '../../shared/domain/draw-kinds.ts';
import { matchesOf } from '../../shared/domain/matches.ts';
import type { Queryable } from '../db/database.ts';
import { drawnNumbersOf } from '../draws/result-view.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { epochMs, type Paging, pageCondition, type RowsRequest } from './paging.ts';
import { hasTickets, isNotRefused, stateOf } from './purchases.ts';

/**
 * A page ends early when it has this many lines. A player can have 200 lines in each draw, so a page with all requested
 * draws could become too large.
 */
const linesOnPage = 2000;

const DrawRow = z.object({
  draw_id: z.string(),
  game_id: z.string(),
  draw_number: z.number(),
  draw_at_ms: z.coerce.number(),
  status: z.string(),
  correction: z.string().nullable(),
  has_all_wins: z.boolean(),
  drawn: z.array(z.string()),
  lines: z.coerce.number(),
  stake_minor: z.coerce.number(),
  currency_code: z.string(),
});
type DrawRow = z.infer<typeof DrawRow>;
const LineRow = z.object({
  draw_id: z.string(),
  receipt_number: z.string(),
  line_no: z.number(),
  line: TicketLine,
  prize_no: z.number().nullable(),
  won: z.coerce.number(),
  is_refused: z.boolean(),
});
type LineRow = z.infer<typeof LineRow>;

/** Returns the lines of a player in some draws, by draw. */
async function findLines(
  db: Queryable,
  accountId: string,
  drawIds: readonly string[],
): Promise<Map<string, LineRow[]>> {
  const { rows } = await db.execute(sql`
    select ticket.draw_id, ticket.receipt_number, ticket.line_no, ticket.line, won.prize_no,
      case when ${isNotRefused(sql`purchase.receipt_number`)} then won.won else 0 end as won,
      won.prize_no is not null and not ${isNotRefused(sql`purchase.receipt_number`)} as is_refused
    from unnest(${sql.param(drawIds)}::text[]) as asked(draw_id)
    join purchases purchase
      on purchase.draw_id = asked.draw_id collate "C" and purchase.account_id = ${accountId}::uuid
    join draws draw on draw.draw_id = purchase.draw_id
    join tickets ticket
      on ticket.month = draw.tickets_month and ticket.draw_id = purchase.draw_id and ticket.receipt_number = purchase.receipt_number
    cross join lateral (
      select min(prize_no) as prize_no, coalesce(sum(amount_minor), 0) as won from wins win
      where win.draw_id = ticket.draw_id and win.receipt_number = ticket.receipt_number
        and win.line_no = ticket.line_no
    ) won
    order by purchase.bought_at, ticket.receipt_number, ticket.line_no`);
  return Map.groupBy(
    rows.map((row) => LineRow.parse(row)),
    (line) => line.draw_id,
  );
}

/** @param game undefined if the game is no longer in the catalogue */
function playedDraw(game: GameDefinition | undefined, row: DrawRow, lines: readonly LineRow[]): PlayedDraw {
  const state = stateOf(row);
  const isVoided = state === 'voided';
  return {
    gameId: row.game_id,
    gameName: game?.name ?? row.game_id,
    drawId: row.draw_id,
    drawNumber: row.draw_number,
    drawStartDate: new Date(row.draw_at_ms).toISOString(),
    state: state === 'open' ? 'drawn' : state,
    tNumbers: game ? drawnNumbersOf(game, row.drawn) : [],
    lines: lines.map(({ receipt_number, line_no, line, prize_no, won, is_refused }) => ({
      receiptNumber: receipt_number,
      lineNo: line_no,
      line,
      matched: game && isLine(game.kind, line) ? matchesOf(game.kind, row.drawn, line) : [],
      prizeNo: isVoided ? null : prize_no,
      prizeName:
        isVoided || prize_no === null
          ? null
          : (game?.tiers.find((tier) => tier.prizeNo === prize_no)?.prizeName ?? ''),
      wonAmount: isVoided ? 0 : won,
      isRefused: !isVoided && is_refused,
    })),
    totalPrice: row.stake_minor,
    wonAmount: isVoided ? 0 : lines.reduce((sum, { won }) => sum + won, 0),
    currencyCode: row.currency_code,
  };
}

/** Answers `transaction/gameHistorySummary`: lists the published draws that a player took part in, newest first. */
export function createGameHistory({
  db,
  catalogue,
  paging,
}: {
  db: Queryable;
  catalogue: readonly GameDefinition[];
  paging: Paging;
}) {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  return async (
    { accountId, currencyCode }: Player,
    asked: RowsRequest & { gameId?: string | undefined },
  ): Promise<GameHistory> => {
    const { gameId } = asked;
    const scope = ['draws', accountId, gameId];
    const page = paging.open(scope, asked);
    const { rows } = await db.execute(sql`
      select draw.draw_id, draw.game_id, draw.draw_number, ${epochMs(sql`played.draw_at`)} as draw_at_ms, draw.status,
        draw.correction ->> 'kind' as correction, draw.chunks_posted = draw.chunks as has_all_wins, draw.drawn, bought.lines, bought.stake_minor,
        coalesce(bought.currency_code, ${currencyCode}) as currency_code
      from played_draws played join draws draw on draw.draw_id = played.draw_id
      cross join lateral (
        select sum(lines) as lines, sum(stake_minor) as stake_minor, min(currency_code) as currency_code
        from purchases where draw_id = played.draw_id and account_id = played.account_id
      ) bought
      where played.account_id = ${accountId}::uuid
        ${gameId === undefined ? sql`` : sql`and played.game_id = ${gameId}`}
        and ${pageCondition(page, sql`played.draw_at`, sql`played.draw_id`, 'text')} and draw.status = 'published' and ${hasTickets}
      order by played.draw_at desc, played.draw_id desc limit ${page.limit + 1}`);
    const found = rows.map((row) => DrawRow.parse(row));
    let lines = 0;
    const fitting = found.slice(0, page.limit).filter((row, index) => {
      lines += row.lines;
      return index === 0 || lines <= linesOnPage;
    });
    const cut = { ...page, limit: Math.min(page.limit, fitting.length) };
    const { about, rows: onPage } = paging.close(scope, cut, found, (row) => ({
      atMs: row.draw_at_ms,
      id: row.draw_id,
    }));
    const drawIds = onPage.map((row) => row.draw_id);
    const played = await findLines(db, accountId, drawIds);
    const draws = onPage.map((row) => playedDraw(games.get(row.game_id), row, played.get(row.draw_id) ?? []));
    return { ...about, draws };
  };
}
