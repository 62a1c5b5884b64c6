import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db, Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { notifyAll } from '../notifications/notify.ts';
import { inDraw } from '../tickets/repository.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Side } from '../wallet/transfer.ts';
import { draws, wins } from './tables.ts';

/** Fields of a published draw that its posting needs. */
export interface DrawToPost {
  drawId: string;
  gameId: string;
  drawNumber: number;
  potMinor: number;
  carryMinor: number;
}

interface Holder extends Record<string, unknown> {
  player_no: number | null;
  account_id: string | null;
  amount: string;
}

function ownerOf({ player_no, account_id }: Holder) {
  return account_id === null ? (`seeded:${Number(player_no)}` as const) : (`player:${account_id}` as const);
}

/**
 * Posts one published draw to the ledger in the given transaction: prizes, the change of the pot, and the cash stakes of
 * seeded players (accounts paid when they bought). The draw's id is the idempotency key.
 */
export async function postDraw(
  tx: Queryable,
  { ledger, game, now }: { ledger: Ledger; game: GameDefinition; now: Date },
  { drawId, gameId, drawNumber, potMinor, carryMinor }: DrawToPost,
): Promise<void> {
  const { rows: winners } = await tx.execute<Holder>(sql`
    select player_no, account_id, sum(amount_minor)::text as amount from wins
    join tickets using (draw_id, receipt_number, line_no)
    where ${inDraw(drawId)} and amount_minor > 0 group by player_no, account_id`);
  const { rows: cash } = await tx.execute<{ sales: string; is_first: boolean }>(sql`
    select coalesce(sum(stake_minor), 0)::text as sales, not exists (
      select 1 from draws where game_id = ${gameId} and draw_number < ${drawNumber}) as is_first
    from tickets where ${inDraw(drawId)} and player_no is not null`);
  const salesMinor = Number(cash[0]?.sales);
  // The house pays the whole first pot.
  const potChangeMinor = game.jackpot ? carryMinor - (cash[0]?.is_first ? 0 : potMinor) : 0;
  const paidMinor = winners.reduce((sum, { amount }) => sum + Number(amount), 0);
  const all: Side[] = [
    { owner: 'house', bucket: 'payments', amountMinor: -salesMinor },
    { owner: 'house', bucket: 'sales', amountMinor: salesMinor },
    { owner: 'house', bucket: 'prizes', amountMinor: -paidMinor - potChangeMinor },
    { owner: 'house', bucket: `jackpot:${gameId}`, amountMinor: potChangeMinor },
    ...winners.map(
      (winner): Side => ({ owner: ownerOf(winner), bucket: 'winnings', amountMinor: Number(winner.amount) }),
    ),
  ];
  const sides = all.filter(({ amountMinor }) => amountMinor !== 0);
  if (sides.length > 0) {
    const { currencyCode } = game;
    const reference = { drawId, gameId, drawNumber };
    await ledger.post({ key: `draw:${drawId}`, kind: 'prize', currencyCode, reference, sides }, tx);
    const told = winners.flatMap(({ account_id, amount }) =>
      account_id === null
        ? []
        : [
            {
              accountId: account_id,
              data: { amountMinor: Number(amount), currencyCode, game: game.name, draw: drawNumber },
            },
          ],
    );
    await notifyAll(tx, 'win', told, now);
  }
  await tx
    .update(wins)
    .set({ postedAt: now })
    .where(and(eq(wins.drawId, drawId), isNull(wins.postedAt)));
  await tx.update(draws).set({ postedAt: now }).where(eq(draws.drawId, drawId));
}

export interface PosterDeps {
  db: Db;
  ledger: Ledger;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  logger: Logger;
}

/**
 * Posts the oldest unposted draw: one of the history, or one from before the ledger existed. Each draw has its own
 * transaction, since locking the accounts of several draws could deadlock.
 * @returns false if no unposted draw is left, or another process is posting it
 */
export function postNext({ db, ledger, catalogue, clock }: PosterDeps): Promise<boolean> {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  return db.transaction(async (tx) => {
    // A crash may lose this commit. The draw is then posted again.
    await tx.execute(sql`set local synchronous_commit = off`);
    const [row] = await tx
      .select({
        drawId: draws.drawId,
        gameId: draws.gameId,
        drawNumber: draws.drawNumber,
        potMinor: draws.potMinor,
        carryMinor: draws.carryMinor,
      })
      .from(draws)
      .where(
        and(eq(draws.status, 'published'), isNull(draws.postedAt), inArray(draws.gameId, [...games.keys()])),
      )
      .orderBy(asc(draws.drawAt))
      .limit(1)
      .for('update', { skipLocked: true });
    const game = row && games.get(row.gameId);
    if (!game) return false;
    await postDraw(tx, { ledger, game, now: clock.now() }, row);
    return true;
  });
}

export interface Poster {
  start(): void;
  stop(): Promise<void>;
}

/** Interval of the search for unposted draws. New draws are posted in the transaction that publishes them. */
const betweenMs = 60_000;

/** Posts unposted draws until stopped. */
export function createPoster(deps: PosterDeps): Poster {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        let posted = 0;
        while (!ending.signal.aborted && (await postNext(deps))) posted++;
        if (posted > 0) deps.logger.info({ draws: posted }, 'draws posted to the ledger');
      } catch (error) {
        deps.logger.warn({ err: error }, 'posting draws failed, retrying');
      }
      await wait(betweenMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  return {
    start: () => {
      running = run();
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}
