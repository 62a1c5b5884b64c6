import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { createWorkLoop } from '../work-loop.ts';
import type { CashierDeps } from './context.ts';
import type { PaymentProvider, PayoutResult } from './provider.ts';
import { type PayoutNews, settlePayout } from './settle-payout.ts';
import { destinations, payouts, withdrawals } from './tables.ts';

export interface PayoutWorker {
  /**
   * Calls the providers for all payouts that are due now.
   * @returns how many calls were made
   */
  sendDue(): Promise<number>;
  start(): void;
  /** Stops sending. Resolves when every call in progress has ended. */
  stop(): Promise<void>;
  /** Deletes payouts from the outbox 90 days after they finished. */
  sweep(): Promise<void>;
}

type WorkerDeps = Pick<CashierDeps, 'db' | 'ledger' | 'clock' | 'logger' | 'providers' | 'onMoney'>;

/** A payout that this worker has taken from the outbox. */
interface TakenPayout {
  payoutId: string;
  providerId: string;
  amountMinor: number;
  currencyCode: string;
  destinationToken: string;
  /** Number of earlier calls for this payout that got no answer. */
  attempts: number;
  firstSentAt: Date | null;
}

/** Maximum number of concurrent calls. A call holds no database connection while it waits for the provider. */
const parallel = 24;
/**
 * When all call slots are in use, the worker waits until this many slots are free. It then takes several payouts with
 * one query.
 */
const refill = 8;
const callLimitMs = 20_000;
/**
 * Duration of a worker's lease on a payout. No other worker takes the payout during the lease. The lease is longer than
 * `callLimitMs`, so that a worker stops waiting for its call before the lease ends.
 */
const leaseMs = 60_000;
const pollMs = 1000;
const firstRetryMs = 5000;
const slowestRetryMs = 3_600_000;
/** After this many failed calls, each further failure is logged as an error, because an operator should look at it. */
const fewAttempts = 5;
/** Maximum of the column `attempts`, which has the type smallint. */
const mostCounted = 32_767;
const keptMs = 90 * 86_400_000;

function retryMs(attempts: number): number {
  return Math.min(slowestRetryMs, firstRetryMs * 4 ** Math.max(0, attempts - 1));
}

function newsOf(result: PayoutResult): PayoutNews {
  switch (result.kind) {
    case 'sent':
    case 'paid':
      return { kind: result.kind };
    case 'declined':
      return { kind: 'declined', declineReason: result.reason, reason: null };
    default:
      throw new Error('the payment provider returned an unknown result');
  }
}

/** Stops waiting for a call at the time limit, even if the provider's client ignores the abort signal. */
async function withLimit<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
    late.reject(new Error('payment provider too slow'));
  }, callLimitMs);
  try {
    return await Promise.race([call(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Takes due payouts and sets their withdrawals to `sending`, in one transaction that ends before the provider is
 * called. If the process dies after this transaction, a worker calls the provider with the same id after the payout's
 * lease has ended.
 */
async function takeDue(
  { db, clock }: WorkerDeps,
  providerIds: readonly string[],
  limit: number,
): Promise<TakenPayout[]> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const due = await tx
      .select({
        payoutId: payouts.withdrawalId,
        providerId: payouts.providerId,
        amountMinor: withdrawals.amountMinor,
        currencyCode: withdrawals.currencyCode,
        destinationToken: destinations.token,
        attempts: payouts.attempts,
        firstSentAt: payouts.firstSentAt,
      })
      .from(payouts)
      .innerJoin(withdrawals, eq(withdrawals.withdrawalId, payouts.withdrawalId))
      .innerJoin(destinations, eq(destinations.destinationId, withdrawals.destinationId))
      .where(
        and(
          isNull(payouts.finishedAt),
          lte(payouts.dueAt, now),
          inArray(payouts.providerId, [...providerIds]),
        ),
      )
      // Retries come after new payouts, because there can be many retries while a provider has a problem.
      .orderBy(desc(isNull(payouts.firstSentAt)), payouts.dueAt)
      .limit(limit)
      .for('update', { of: payouts, skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ payoutId }) => payoutId);
    await tx
      .update(payouts)
      .set({
        dueAt: new Date(now.getTime() + leaseMs),
        attempts: sql`least(${payouts.attempts} + 1, ${mostCounted})`,
        firstSentAt: sql`coalesce(${payouts.firstSentAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(inArray(payouts.withdrawalId, ids));
    await tx
      .update(withdrawals)
      .set({ state: 'sending', sendingAt: now })
      .where(and(inArray(withdrawals.withdrawalId, ids), eq(withdrawals.state, 'approved')));
    return due;
  });
}

/** Calls the provider, and stores the answer in a separate transaction. */
async function send(deps: WorkerDeps, provider: PaymentProvider, payout: TakenPayout): Promise<void> {
  const { db, clock, logger } = deps;
  const { payoutId, amountMinor, currencyCode, destinationToken, firstSentAt } = payout;
  const attempts = payout.attempts + 1;
  const toSend = { payoutId, amountMinor, currencyCode, destinationToken, firstSentAt };
  let news: PayoutNews;
  try {
    news = newsOf(await withLimit((signal) => provider.payOut(toSend, signal)));
  } catch (error) {
    // Keep retrying instead of declining the payout, because the provider may have paid it.
    const level = attempts > fewAttempts ? 'error' : 'warn';
    logger[level](
      { err: error, payoutId, providerId: provider.id, attempts },
      'payout without answer, retrying',
    );
    await db
      .update(payouts)
      .set({ dueAt: new Date(clock.now().getTime() + retryMs(attempts)) })
      .where(eq(payouts.withdrawalId, payoutId));
    return;
  }
  await db.transaction((tx) => settlePayout(deps, payoutId, news, tx));
}

/**
 * Creates the worker that sends the payouts in the outbox. Several platform processes can work on one outbox at the
 * same time.
 */
export function createPayoutWorker(deps: WorkerDeps): PayoutWorker {
  const { db, clock, logger } = deps;
  const byId = new Map(deps.providers.map((provider) => [provider.id, provider]));
  const underWay = new Set<Promise<void>>();

  /** Takes as many payouts as there are free call slots, and begins to send these payouts. */
  const takeAndSend = async (): Promise<{ taken: number; isFull: boolean }> => {
    const free = parallel - underWay.size;
    const taken = free > 0 && byId.size > 0 ? await takeDue(deps, [...byId.keys()], free) : [];
    for (const payout of taken) {
      const provider = byId.get(payout.providerId);
      if (!provider) continue;
      const sending = send(deps, provider, payout)
        .catch((error: unknown) =>
          logger.warn(
            { err: error, payoutId: payout.payoutId },
            'payout not stored, retrying after its lease',
          ),
        )
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
    return { taken: taken.length, isFull: taken.length === free };
  };

  const work = async (): Promise<boolean> => {
    const { isFull } = await takeAndSend();
    if (isFull) while (underWay.size > parallel - refill) await Promise.race(underWay);
    return isFull;
  };
  const loop = createWorkLoop({ work, pollMs, failure: 'outbox of payouts failed, retrying', logger });

  return {
    async sendDue() {
      let all = 0;
      for (;;) {
        const { taken } = await takeAndSend();
        await Promise.all(underWay);
        if (taken === 0) return all;
        all += taken;
      }
    },
    start: () => loop.start(),
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
    async sweep() {
      await db.delete(payouts).where(lte(payouts.finishedAt, new Date(clock.now().getTime() - keptMs)));
    },
  };
}
