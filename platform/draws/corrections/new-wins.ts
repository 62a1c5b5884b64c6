import { type SQL, sql } from 'drizzle-orm';
import { createPrizeOf, settleTiers } from '../../../shared/domain/settlement.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Transaction } from '../../db/database.ts';
import type { GameDefinition } from '../../games/catalogue.ts';
import { inDraw } from '../../tickets/repository.ts';
import { tickets } from '../../tickets/tables.ts';
import { beforeAll, type DrawSizes, type LineKey } from '../chunk-store.ts';
import { type SettledDraw, settledOf, topWinsKept } from '../hold-draw.ts';
import type { DrawRow } from '../repository.ts';
import { type TopWin, wins } from '../tables.ts';
import { ticketsAfter } from '../ticket-store.ts';
import type { Owner } from './money.ts';

/**
 * Name of the temporary table for the wins after a correction. PostgreSQL drops the table at the end of the
 * transaction. The wins are in a table, because a draw can have more wins than fit into memory.
 */
const newWins = sql.raw('new_wins');

const ofDraw = (drawId: string): SQL => sql`
  (select ${drawId}::text collate "C" as draw_id, receipt_number, line_no, prize_no, amount_minor from ${newWins}) new`;

export async function createNewWins(tx: Transaction): Promise<void> {
  await tx.execute(sql`drop table if exists pg_temp.${newWins}`);
  await tx.execute(sql`
    create temporary table ${newWins} (
      receipt_number text collate "C" not null, line_no smallint not null, prize_no smallint not null,
      amount_minor bigint not null default 0, primary key (receipt_number, line_no, prize_no)
    ) on commit drop`);
}

/** Finds the winning lines batch by batch, as the first settlement did. @returns the number of winners of each prize */
async function findWins(
  tx: Transaction,
  game: GameDefinition,
  drawId: string,
  drawn: readonly string[],
  linesPerBatch: number,
): Promise<Map<number, number>> {
  const prizeOf = createPrizeOf(game, drawn);
  const winners = new Map<number, number>();
  let after: LineKey | undefined = beforeAll;
  while (after) {
    const batch = await ticketsAfter(tx, drawId, after, linesPerBatch);
    const won = batch.flatMap(({ receiptNumber, lineNo, line }) => {
      const prizeNo = prizeOf(line);
      if (prizeNo === null) return [];
      winners.set(prizeNo, (winners.get(prizeNo) ?? 0) + 1);
      return [{ receiptNumber, lineNo, prizeNo }];
    });
    await tx.execute(sql`
      insert into ${newWins} (receipt_number, line_no, prize_no) select * from unnest(
        ${sql.param(won.map(({ receiptNumber }) => receiptNumber))}::text[],
        ${sql.param(won.map(({ lineNo }) => lineNo))}::smallint[],
        ${sql.param(won.map(({ prizeNo }) => prizeNo))}::smallint[])`);
    after = batch.length === linesPerBatch ? batch.at(-1) : undefined;
  }
  return winners;
}

/** Settles all tickets of a draw again and stores their wins in the table of new wins. */
export async function settleTickets(
  tx: Transaction,
  game: GameDefinition,
  { drawId, potMinor, salesMinor }: Pick<DrawRow, 'drawId' | 'potMinor' | 'salesMinor'>,
  drawn: readonly string[],
  { linesPerChunk, chunksPerBatch }: DrawSizes,
): Promise<SettledDraw> {
  const winners = await findWins(tx, game, drawId, drawn, linesPerChunk * chunksPerBatch);
  const { tiers, ...pot } = settleTiers(game, winners, potMinor);
  await tx.execute(sql`
    update ${newWins} set amount_minor = tier.amount from unnest(
      ${sql.param(tiers.map(({ prizeNo }) => prizeNo))}::smallint[],
      ${sql.param(tiers.map(({ amountMinor }) => amountMinor))}::bigint[]
    ) as tier(prize, amount) where prize_no = tier.prize`);
  await tx.execute(sql`analyze ${newWins}`);
  return settledOf(game, { tiers, ...pot }, salesMinor);
}

/**
 * Returns the largest win of the corrected draw among players who may appear in lists of winners. Like the publication
 * of a draw, the function considers only the 20 largest wins.
 */
export async function newTopWin(
  tx: Transaction,
  { drawId, drawNumber, drawAt }: Pick<DrawRow, 'drawId' | 'drawNumber' | 'drawAt'>,
): Promise<TopWin | null> {
  const { rows } = await tx.execute<Pick<TopWin, 'playerNo' | 'accountId' | 'prizeNo' | 'amountMinor'>>(sql`
    select player_no as "playerNo", ${tickets.accountId} as "accountId", prize_no as "prizeNo",
      amount_minor::float8 as "amountMinor"
    from (
      select * from ${ofDraw(drawId)} order by amount_minor desc, receipt_number, line_no limit ${topWinsKept}
    ) largest join ${tickets} using (draw_id, receipt_number, line_no)
      left join ${accounts} on ${accounts.accountId} = ${tickets.accountId}
    where ${inDraw(drawId)} and (player_no is not null or show_in_winners)
    order by amount_minor desc, receipt_number, line_no limit 1`);
  const [top] = rows;
  if (!top) return null;
  const { playerNo, accountId, prizeNo, amountMinor } = top;
  const player = playerNo === null ? { playerNo, accountId: accountId ?? null } : { playerNo };
  return { ...player, drawNumber, drawAtMs: drawAt.getTime(), prizeNo, amountMinor };
}

/** Returns the sum of each owner's wins in a draw, either of the stored wins or of the new wins after a correction. */
export async function sumsByOwner(
  tx: Transaction,
  drawId: string,
  which: 'stored' | 'new',
): Promise<Map<Owner, number>> {
  const from = which === 'new' ? ofDraw(drawId) : sql`${wins}`;
  const { rows } = await tx.execute<{ owner: Owner | null; amount: number }>(sql`
    select coalesce('player:' || account_id, 'seeded:' || player_no) as owner, sum(amount_minor)::float8 as amount
    from ${from} left join (
      select draw_id, receipt_number, line_no, account_id, player_no from ${tickets} where ${inDraw(drawId)}
    ) sold using (draw_id, receipt_number, line_no)
    where draw_id = ${drawId} group by account_id, player_no`);
  return new Map(
    rows.map(({ owner, amount }) => {
      if (owner === null) throw new Error(`a line of ${drawId} has won but was not sold`);
      return [owner, amount];
    }),
  );
}

/** Replaces the stored wins of a draw with the new wins. Unchanged wins keep their payment time. */
export async function replaceWins(tx: Transaction, drawId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    delete from ${wins} stored where draw_id = ${drawId} and not exists (
      select from ${newWins} new where new.receipt_number = stored.receipt_number and new.line_no = stored.line_no
        and new.prize_no = stored.prize_no and new.amount_minor = stored.amount_minor)`);
  // Each win that is still stored equals a new win, so a conflicting row needs no update.
  await tx.execute(sql`
    insert into ${wins} (draw_id, receipt_number, line_no, prize_no, amount_minor, posted_at)
    select draw_id, receipt_number, line_no, prize_no, amount_minor, ${now.toISOString()}::timestamptz
    from ${ofDraw(drawId)} on conflict do nothing`);
}
