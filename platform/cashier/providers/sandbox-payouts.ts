import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import type { DestinationToStore, PayoutEvent, PayoutResult, StoredDestination } from '../provider.ts';
import { sandboxPayouts } from '../tables.ts';

type SandboxPayout = typeof sandboxPayouts.$inferSelect;

/** How the sandbox handles a payout. */
interface Behaviour {
  outcome: 'paid' | 'declined';
  /**
   * Whether the response to the first payout request contains the outcome. Otherwise a webhook or the response to a
   * repeated request reports the outcome.
   */
  isAnswered?: boolean;
  /** Time from the payout request to the webhook that reports the payout's outcome. */
  afterMs?: number;
  /** Whether two webhooks arrive before the response to the payout request. */
  isReportedFirst?: boolean;
  /** Whether the response to the first payout request is lost, although the payout is stored. */
  isAnswerLost?: boolean;
  /** Time from the first webhook to a second webhook, which declines the payout. */
  returnsAfterMs?: number;
}

const minuteMs = 60_000;
const usual: Behaviour = { outcome: 'paid' };
/** The last two digits of the amount, in minor units, choose how the sandbox handles the payout. */
const byLastDigits: Readonly<Record<number, Behaviour>> = {
  1: { outcome: 'declined', isAnswered: true },
  2: { outcome: 'declined' },
  3: { outcome: 'paid', afterMs: minuteMs },
  4: { outcome: 'paid', isAnswered: true, isReportedFirst: true },
  5: { outcome: 'paid', returnsAfterMs: minuteMs },
  6: { outcome: 'paid', isAnswerLost: true },
};

function behaviourOf(amountMinor: number): Behaviour {
  return byLastDigits[amountMinor % 100] ?? usual;
}

const closed = 'destination-closed';

function resultOf({ outcome, reason }: SandboxPayout): PayoutResult {
  return outcome === 'paid' ? { kind: 'paid' } : { kind: 'declined', reason: reason ?? closed };
}

function eventOf({ payoutId, outcome, reason, amountMinor, currencyCode }: SandboxPayout): PayoutEvent {
  return { kind: 'payout', payoutId, outcome, reason, amountMinor, currencyCode };
}

export interface SandboxPayoutsOptions {
  db: Db;
  clock: { now(): Date };
  /** Sends a signed webhook. Returns whether the platform accepted it. */
  report: (event: PayoutEvent) => Promise<boolean>;
}

/** The payouts of the sandbox. They move no real money, and their amounts choose their outcomes. */
export function createSandboxPayouts({ db, clock, report }: SandboxPayoutsOptions) {
  const underWay = new Set<Promise<void>>();

  const find = async (payoutId: string): Promise<SandboxPayout | null> => {
    const [row] = await db.select().from(sandboxPayouts).where(eq(sandboxPayouts.payoutId, payoutId));
    return row ?? null;
  };

  const deliver = async (payoutId: string): Promise<void> => {
    const row = await find(payoutId);
    if (!row || row.deliveredAt !== null || row.eventAt > clock.now() || !(await report(eventOf(row))))
      return;
    const { returnsAfterMs } = behaviourOf(row.amountMinor);
    const isReturned = returnsAfterMs !== undefined && row.outcome === 'paid';
    const now = clock.now();
    await db
      .update(sandboxPayouts)
      .set(
        isReturned
          ? { outcome: 'declined', reason: closed, eventAt: new Date(now.getTime() + returnsAfterMs) }
          : { deliveredAt: now },
      )
      .where(and(eq(sandboxPayouts.payoutId, payoutId), eq(sandboxPayouts.outcome, row.outcome)));
  };

  /** Starts the delivery of a webhook and does not wait for its end. If the delivery fails, `deliverDue` repeats it. */
  const deliverSoon = (payoutId: string): void => {
    const delivery = deliver(payoutId)
      .catch(() => undefined)
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  };

  return {
    /** Rejects account numbers that end in 0000, so that developers can see this error. */
    async storeDestination({ destinationId, values }: DestinationToStore): Promise<StoredDestination> {
      const { accountNumber = '' } = values;
      if (accountNumber.endsWith('0000')) return { kind: 'rejected', fields: ['accountNumber'] };
      return { kind: 'stored', token: `sandbox_${destinationId}`, label: `•••• ${accountNumber.slice(-4)}` };
    },

    async payOut(payout: {
      payoutId: string;
      amountMinor: number;
      currencyCode: string;
    }): Promise<PayoutResult> {
      const { payoutId, amountMinor, currencyCode } = payout;
      const { outcome, afterMs = 0, isAnswered, isReportedFirst, isAnswerLost } = behaviourOf(amountMinor);
      const now = clock.now();
      const row: SandboxPayout = {
        payoutId,
        amountMinor,
        currencyCode,
        outcome,
        reason: outcome === 'declined' ? closed : null,
        eventAt: new Date(now.getTime() + afterMs),
        deliveredAt: isAnswered ? now : null,
      };
      const [inserted] = await db.insert(sandboxPayouts).values(row).onConflictDoNothing().returning();
      if (!inserted) {
        const known = await find(payoutId);
        return known && known.eventAt <= now ? resultOf(known) : { kind: 'sent' };
      }
      if (isReportedFirst) for (let times = 0; times < 2; times++) await report(eventOf(inserted));
      if (isAnswerLost) throw new Error('the sandbox lost this answer, because the amount ends in 06');
      if (isAnswered) return resultOf(inserted);
      if (afterMs === 0) deliverSoon(payoutId);
      return { kind: 'sent' };
    },

    /** Delivers the webhooks that are due, oldest first. */
    async deliverDue(signal: AbortSignal): Promise<void> {
      const rows = await db
        .select({ payoutId: sandboxPayouts.payoutId })
        .from(sandboxPayouts)
        .where(and(isNull(sandboxPayouts.deliveredAt), lte(sandboxPayouts.eventAt, clock.now())))
        .orderBy(asc(sandboxPayouts.eventAt))
        .limit(100);
      for (const { payoutId } of rows) if (!signal.aborted) await deliver(payoutId);
    },

    /** Resolves when no webhook is being delivered. */
    async stop(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
