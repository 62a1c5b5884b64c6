import { and, eq, isNull, sql } from 'drizzle-orm';
import { createPrizeOf } from '../../shared/domain/settlement.ts';
import type { Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { notifyOfWins } from '../notifications/wins.ts';
import { inDraw } from '../tickets/repository.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Side } from '../wallet/transfer.ts';
import { cashOfChunks, chunkRange, type DrawSizes, dropPlayed, usualSizes } from './chunk-store.ts';
import type { DrawRow } from './repository.ts';
import { draws, wins } from './tables.ts';
import { linesOfReceipt, payWins, type WinColumns, type Winner } from './ticket-store.ts';
import { stageWinMails } from './win-mails.ts';

/** Fields of a published draw that are needed to post its prizes. */
export type DrawToPost = Pick<
  DrawRow,
  | 'drawId'
  | 'gameId'
  | 'drawNumber'
  | 'drawn'
  | 'publishedAt'
  | 'prizes'
  | 'potMinor'
  | 'carryMinor'
  | 'winnersTotal'
  | 'ticketsTotal'
  | 'chunks'
  | 'chunksPosted'
  | 'prizesPosted'
>;

export interface PostingDeps {
  ledger: Ledger;
  game: GameDefinition;
  drawSizes: DrawSizes;
  now: Date;
}

interface Holder {
  playerNo: number | null;
  accountId: string | null;
}

/** Returns the name that the ledger uses for a ticket holder. */
export function ownerOf({ playerNo, accountId }: Holder): `player:${string}` | `seeded:${number}` {
  return accountId === null ? `seeded:${Number(playerNo)}` : `player:${accountId}`;
}

/**
 * Finds the winning lines in one batch of ticket chunks and stores their prizes. If the batch ends within a receipt, it
 * also pays the prizes of the receipt's other lines. The player then gets one transfer and one message for the whole
 * receipt.
 */
async function winBatch(
  tx: Queryable,
  { game, now }: Pick<PostingDeps, 'game' | 'now'>,
  { drawId, drawn, prizes, chunks, chunksPosted }: DrawToPost,
  to: number,
): Promise<Winner[]> {
  const prizeOf = createPrizeOf(game, drawn ?? []);
  const amounts = new Map(prizes?.map(({ prizeNo, amountMinor }) => [prizeNo, amountMinor]));
  const { lines, before, last } = await chunkRange(tx, drawId, chunksPosted, to);
  if (to < chunks)
    for (const { lineNo, line } of await linesOfReceipt(tx, drawId, last.receiptNumber))
      if (lineNo > last.lineNo) lines.push(line);
  const won: WinColumns = { places: [], prizeNos: [], amountsMinor: [] };
  for (const [place, line] of lines.entries()) {
    const prizeNo = prizeOf(line);
    if (prizeNo === null) continue;
    won.places.push(place);
    won.prizeNos.push(prizeNo);
    won.amountsMinor.push(amounts.get(prizeNo) ?? 0);
  }
  const winners = await payWins(tx, drawId, before, won, now);
  await dropPlayed(tx, drawId, chunksPosted, to);
  return winners;
}

/**
 * Returns all prizes of a draw without chunks. Such a draw has no tickets, or it is a generated past draw, whose prizes
 * are already stored.
 */
async function storedBatch(
  tx: Queryable,
  { drawId, winnersTotal }: DrawToPost,
  now: Date,
): Promise<Winner[]> {
  if (winnersTotal === 0) return [];
  const { rows } = await tx.execute<Winner>(sql`
    select player_no as "playerNo", account_id as "accountId", count(*)::int as prizes,
      sum(amount_minor)::float8 as "amountMinor"
    from wins join tickets using (draw_id, receipt_number, line_no)
    where ${inDraw(drawId)} group by player_no, account_id`);
  await tx
    .update(wins)
    .set({ postedAt: now })
    .where(and(eq(wins.drawId, drawId), isNull(wins.postedAt)));
  return rows;
}

async function cashOfTickets(tx: Queryable, drawId: string): Promise<number> {
  const { rows } = await tx.execute<{ cash: string }>(sql`
    select coalesce(sum(stake_minor), 0)::text as cash from tickets
    where ${inDraw(drawId)} and player_no is not null`);
  return Number(rows[0]?.cash);
}

/** Returns whether the game has no earlier draw. */
async function isFirstOfGame(tx: Queryable, { gameId, drawNumber }: DrawToPost): Promise<boolean> {
  const { rows } = await tx.execute<{ is_first: boolean }>(sql`
    select not exists (
      select 1 from draws where game_id = ${gameId} and draw_number < ${drawNumber}) as is_first`);
  return rows[0]?.is_first ?? true;
}

/**
 * Returns the transfer sides (debits and credits) that only the first batch of a draw has. They are the stakes of
 * seeded (simulated) players and the change of the pot.
 */
async function firstSides(
  tx: Queryable,
  game: GameDefinition,
  draw: DrawToPost,
): Promise<{ sides: Side[]; potChangeMinor: number }> {
  const { drawId, gameId, potMinor, carryMinor, chunks, ticketsTotal } = draw;
  const cashOf = chunks > 0 ? cashOfChunks : cashOfTickets;
  const salesMinor = ticketsTotal === 0 ? 0 : await cashOf(tx, drawId);
  // The first pot of a game was not carried over from any draw, so the house pays all of it.
  const potBefore = game.jackpot && !(await isFirstOfGame(tx, draw)) ? potMinor : 0;
  const potChangeMinor = game.jackpot ? carryMinor - potBefore : 0;
  return {
    sides: [
      { owner: 'house', bucket: 'payments', amountMinor: -salesMinor },
      { owner: 'house', bucket: 'sales', amountMinor: salesMinor },
      { owner: 'house', bucket: `jackpot:${gameId}`, amountMinor: potChangeMinor },
    ],
    potChangeMinor,
  };
}

/**
 * Posts the next batch of a published draw to the ledger. The given transaction must already have locked the draw. The
 * first batch includes the change of the pot and the cash stakes of seeded (simulated) players. The stakes of accounts
 * were posted at the purchase. One transaction stores wins, transfer, notifications, mails and progress, so a batch is
 * posted once or not at all.
 * @returns whether all prizes of the draw are posted
 */
export async function postBatch(tx: Queryable, deps: PostingDeps, draw: DrawToPost): Promise<boolean> {
  const { ledger, game, drawSizes, now } = deps;
  const { drawId, gameId, drawNumber, publishedAt, chunks, chunksPosted } = draw;
  const to = Math.min(chunks, chunksPosted + drawSizes.chunksPerBatch);
  const winners = await (chunks > 0 ? winBatch(tx, deps, draw, to) : storedBatch(tx, draw, now));
  const paidMinor = winners.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const { sides: first, potChangeMinor } =
    chunksPosted === 0 ? await firstSides(tx, game, draw) : { sides: [], potChangeMinor: 0 };
  const all: Side[] = [
    ...first,
    { owner: 'house', bucket: 'prizes', amountMinor: -paidMinor - potChangeMinor },
    ...winners.map(
      (winner): Side => ({ owner: ownerOf(winner), bucket: 'winnings', amountMinor: winner.amountMinor }),
    ),
  ];
  const sides = all.filter(({ amountMinor }) => amountMinor !== 0);
  if (sides.length > 0) {
    const { currencyCode } = game;
    const reference = { drawId, gameId, drawNumber };
    const key = `draw:${drawId}:${chunksPosted}`;
    await ledger.post({ key, kind: 'prize', currencyCode, reference, sides }, tx);
    const playerWins = winners.flatMap(({ accountId, amountMinor }) =>
      accountId === null || amountMinor === 0 ? [] : [{ accountId, amountMinor }],
    );
    await notifyOfWins(tx, { drawId, game: game.name, draw: drawNumber, currencyCode }, playerWins, now);
    await stageWinMails(tx, { drawId, publishedAt: publishedAt ?? now }, playerWins);
  }
  const prizesPosted = winners.reduce((sum, { prizes }) => sum + prizes, draw.prizesPosted);
  const isDone = to === chunks;
  if (isDone && prizesPosted !== draw.winnersTotal)
    throw new Error(`${drawId} has ${draw.winnersTotal} prizes, but ${prizesPosted} are posted`);
  await tx
    .update(draws)
    .set({ chunksPosted: to, prizesPosted, ...(isDone ? { postedAt: now } : {}) })
    .where(eq(draws.drawId, drawId));
  return isDone;
}

/** Posts a generated past draw in the given transaction. Such a draw has no chunks, so it is posted as one batch. */
export async function postPastDraw(
  tx: Queryable,
  deps: Omit<PostingDeps, 'drawSizes'>,
  draw: DrawToPost,
): Promise<void> {
  if (draw.chunks > 0) throw new Error(`${draw.drawId} is not a draw of the history`);
  await postBatch(tx, { ...deps, drawSizes: usualSizes }, draw);
}
