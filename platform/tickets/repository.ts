import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import { type HeldAccount, heldAccountOf } from '../accounts/holding.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { draws } from '../draws/tables.ts';
import type { Player } from '../http/caller.ts';
import type { Counted } from '../limits/require-limits.ts';
import type { Balances } from '../wallet/service.ts';
import { type purchases, tickets } from './tables.ts';

export type Purchase = typeof purchases.$inferSelect;

export interface SaleDraw {
  drawId: string;
  gameId: string;
  drawNumber: number;
  status: string;
  drawAt: Date;
  salesCloseAt: Date;
  ticketPriceMinor: number;
}

const saleColumns = {
  drawId: draws.drawId,
  gameId: draws.gameId,
  drawNumber: draws.drawNumber,
  status: draws.status,
  drawAt: draws.drawAt,
  salesCloseAt: draws.salesCloseAt,
  ticketPriceMinor: draws.ticketPriceMinor,
};

const instant = z.coerce.date();
const OpenSale = z.object({
  account: z
    .object({
      status: z.enum(['active', 'suspended', 'excluded', 'deleted']),
      statusUntil: instant.nullable(),
      emailVerifiedAt: instant.nullable(),
      mobileVerifiedAt: instant.nullable(),
      kycState: z.enum(['none', 'pending', 'approved', 'refused']),
      timedOutUntil: instant.nullable(),
      spending: z
        .object({
          counter: z.object({
            dayFrom: instant,
            dayMinor: z.number(),
            weekFrom: instant,
            weekMinor: z.number(),
            monthFrom: instant,
            monthMinor: z.number(),
          }),
          limits: z.partialRecord(LimitPeriod, z.number()).nullable(),
        })
        .nullish(),
    })
    .nullable(),
  known: z
    .object({
      receiptNumber: z.string(),
      accountId: z.string(),
      idempotencyKey: z.string(),
      askedDigest: z.string(),
      gameId: z.string(),
      drawId: z.string(),
      lines: z.number(),
      stakeMinor: z.number(),
      currencyCode: z.string(),
      paidFrom: z.record(z.string(), z.number()),
      boughtAt: instant,
    })
    .nullable(),
  draw: z
    .object({
      drawId: z.string(),
      gameId: z.string(),
      drawNumber: z.number(),
      status: z.string(),
      drawAt: instant,
      salesCloseAt: instant,
      ticketPriceMinor: z.number(),
    })
    .nullable(),
  lines_held: z.number().nullable(),
  balances: z.record(z.string(), z.number()).nullable(),
  has_rewards: z.boolean().nullable(),
});

export interface OpenSale {
  /** The locked account, or null if it is unknown or deleted. */
  account: HeldAccount | null;
  /**
   * The earlier purchase for which the account used this idempotency key, or null. If there is such a purchase, the
   * following fields are not filled in.
   */
  known: Purchase | null;
  /** The draw, or null if it is not on sale. */
  draw: SaleDraw | null;
  /** Number of lines that the account already has in the draw. */
  linesHeld: number;
  balances: Balances;
  /** The spending limits of the account. Null if the account never had a spending limit. */
  spending: Counted | null;
  /** Whether the account has an open bonus or referral, which a purchase may change. */
  hasRewards: boolean;
}

/**
 * Begins a purchase. Locks the account in the same way as `holdAccount`. If the draw is on sale, also locks the draw.
 * Both locks last until the transaction ends. The lock on the draw delays the end of sales, but not other buyers.
 */
export async function openSale(
  tx: Transaction,
  { accountId, currencyCode }: Pick<Player, 'accountId' | 'currencyCode'>,
  { drawId, idempotencyKey }: { drawId: string; idempotencyKey: string },
  now: Date,
): Promise<OpenSale> {
  const { rows } = await tx.execute(sql`
    select * from open_sale(
      ${accountId}::uuid, ${idempotencyKey}, ${drawId}, ${currencyCode}, ${now.toISOString()}::timestamptz)`);
  const { account, known, draw, lines_held, balances, has_rewards } = OpenSale.parse(rows[0]);
  return {
    account: account && heldAccountOf(account, now),
    known,
    draw,
    linesHeld: lines_held ?? 0,
    balances: new Map(Object.entries(balances ?? {})),
    spending: account?.spending
      ? { counter: account.spending.counter, amounts: account.spending.limits ?? {} }
      : null,
    hasRewards: has_rewards ?? false,
  };
}

export async function findSaleDraw(db: Queryable, drawId: string): Promise<SaleDraw | null> {
  const [row] = await db.select(saleColumns).from(draws).where(eq(draws.drawId, drawId));
  return row ?? null;
}

/**
 * Returns the condition for tickets of one draw. The condition contains the month, so that PostgreSQL reads one
 * partition instead of all.
 */
export function inDraw(drawId: string): SQL {
  return sql`${tickets.drawId} = ${drawId}
    and ${tickets.month} = (select ${draws.ticketsMonth} from ${draws} where ${draws.drawId} = ${drawId})`;
}
