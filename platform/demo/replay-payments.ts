import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Sessions } from '../accounts/sessions.ts';
import type { Fingerprints } from '../campaigns/person.ts';
import type { CashierDeps } from '../cashier/context.ts';
import { beginDeposit, settleDeposit } from '../cashier/deposits.ts';
import type { Sandbox } from '../cashier/providers/sandbox.ts';
import { type PayoutNews, settlePayout } from '../cashier/settle-payout.ts';
import { destinations, sandboxPayments } from '../cashier/tables.ts';
import { decideWithdrawal, requestWithdrawal } from '../cashier/withdrawals.ts';
import type { Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { notify } from '../notifications/notify.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { PlannedDeposit, PlannedWithdrawal } from './plan.ts';

/** The time between a draw and the payment of its prizes. */
const prizeDelayMs = 2000;
/** Times from the approval of a withdrawal to the acceptance by the provider (`sent`), and to the end of the payout. */
const payoutMs = { sent: 3000, ended: 4 * 3_600_000 };

export function later(at: Date, ms = prizeDelayMs): Date {
  return new Date(at.getTime() + ms);
}

export interface Action {
  at: Date;
  run: () => Promise<void>;
}

/** The services that execute the planned events. They use the replay's transaction and clock. */
export interface Replay {
  tx: Transaction;
  player: Player;
  clock: { now(): Date };
  ledger: Ledger;
  cashier: CashierDeps;
  sessions: Sessions;
  sandbox: Sandbox;
  fingerprints: Fingerprints;
}

export function deposit(
  { tx, player, cashier, sandbox }: Replay,
  { at, amountMinor, outcome }: PlannedDeposit,
): Action[] {
  let paymentId = '';
  return [
    {
      at,
      async run() {
        const key = `demo-deposit-${at.getTime()}`;
        const begun = await beginDeposit(
          cashier,
          player,
          { amount: amountMinor, idempotencyKey: key },
          sandbox,
        );
        ({ paymentId } = begun);
      },
    },
    {
      at: later(at, 60_000),
      async run() {
        const decidedAt = later(at, 60_000);
        // Store what the sandbox would store after the player's choice on the payment page and the delivery of the
        // webhook.
        await tx
          .update(sandboxPayments)
          .set({ outcome, decidedAt, deliveredAt: decidedAt })
          .where(eq(sandboxPayments.paymentId, paymentId));
        const { currencyCode } = player;
        const event = { kind: 'payment', paymentId, outcome, amountMinor, currencyCode } as const;
        await settleDeposit(cashier, sandbox.id, event);
      },
    },
  ];
}

export function withdrawal(
  { tx, player, cashier, sessions, sandbox }: Replay,
  { at, amountMinor, decision }: PlannedWithdrawal,
): Action[] {
  let withdrawalId = '';
  const asked: Action = {
    at,
    async run() {
      const token = await sessions.open(player.accountId, tx);
      const { tokenHash } = await sessions.authenticate(`Bearer ${token}`);
      const key = `demo-withdrawal-${at.getTime()}`;
      const answer = await requestWithdrawal(
        cashier,
        player,
        tokenHash,
        { amount: amountMinor, idempotencyKey: key },
        sandbox,
      );
      ({ withdrawalId } = answer);
      await sessions.closeAll(player.accountId, tx);
    },
  };
  if (!decision) return [asked];
  const decided: Action = {
    at: decision.at,
    async run() {
      const { outcome, reason } = decision;
      await decideWithdrawal(cashier, { withdrawalId, decision: outcome, by: 'history', reason }, tx);
    },
  };
  if (decision.outcome === 'refused') return [asked, decided];
  const settled = (news: PayoutNews, ms: number): Action => ({
    at: later(decision.at, ms),
    run: async () => void (await settlePayout(cashier, withdrawalId, news, tx)),
  });
  const end: PayoutNews = decision.isDeclined
    ? { kind: 'declined', declineReason: 'destination-closed', reason: null }
    : { kind: 'paid' };
  return [asked, decided, settled({ kind: 'sent' }, payoutMs.sent), settled(end, payoutMs.ended)];
}

/** Inserts the bank account to which the demo player withdraws. The account does not exist at any bank. */
export async function insertDemoDestination(
  tx: Transaction,
  { accountId, currencyCode }: Player,
  sandbox: Sandbox,
  addedAt: Date,
): Promise<void> {
  const destinationId = randomUUID();
  const label = '•••• 6789';
  await tx.insert(destinations).values({
    destinationId,
    accountId,
    idempotencyKey: 'demo-destination',
    providerId: sandbox.id,
    currencyCode,
    token: `sandbox_${destinationId}`,
    label,
    addedAt,
  });
  await notify(tx, accountId, 'destination_added', { label }, addedAt);
}
