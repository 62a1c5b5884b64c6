import { and, eq, inArray, lte } from 'drizzle-orm';
import { createSessions, type Sessions } from '../accounts/sessions.ts';
import { grantDepositBonus } from '../campaigns/bonuses.ts';
import type { Fingerprints } from '../campaigns/person.ts';
import { rewardPlay } from '../campaigns/play.ts';
import { createSignupBonuses } from '../campaigns/signup-campaigns.ts';
import type { CashierDeps } from '../cashier/context.ts';
import { beginDeposit, settleDeposit } from '../cashier/deposits.ts';
import type { Sandbox } from '../cashier/providers/sandbox.ts';
import { sandboxPayments } from '../cashier/tables.ts';
import { decideWithdrawal, requestWithdrawal } from '../cashier/withdrawals.ts';
import type { Transaction } from '../db/database.ts';
import { postDraw } from '../draws/post-draw.ts';
import { draws, wins } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { notifyOfMoney } from '../notifications/money.ts';
import { notify } from '../notifications/notify.ts';
import { notifications } from '../notifications/tables.ts';
import { recordPurchase } from '../tickets/record-purchase.ts';
import { createLedger, type Ledger } from '../wallet/ledger.ts';
import { playOrder, takeFrom } from '../wallet/service.ts';
import type { Planned, PlannedDeposit, PlannedPurchase, PlannedWithdrawal } from './plan.ts';

export interface PastLifeDeps {
  catalogue: readonly GameDefinition[];
  /** Whose page every deposit went through. */
  sandbox: Sandbox;
  fingerprints: Fingerprints;
}

/** What happened at a moment, in the order of time. */
interface Happening {
  at: Date;
  happen: () => Promise<void>;
}

/** Of the codes that are there to try. */
const promoCode = 'WELCOME50';
/** Who looked last so long ago has read everything from before. */
const unreadMs = 4 * 86_400_000;
/** Between a draw and its prizes, and between a payment's page and its webhook. */
const momentMs = 2000;

function later(at: Date, ms = momentMs): Date {
  return new Date(at.getTime() + ms);
}

/** What each planned event needs to happen at its own time. */
interface Scene {
  tx: Transaction;
  player: Player;
  clock: { now(): Date };
  ledger: Ledger;
  cashier: CashierDeps;
  sessions: Sessions;
  sandbox: Sandbox;
  fingerprints: Fingerprints;
}

function deposit(
  { tx, player, cashier, sandbox }: Scene,
  { at, amountMinor, outcome }: PlannedDeposit,
): Happening[] {
  let paymentId = '';
  return [
    {
      at,
      async happen() {
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
      async happen() {
        const decidedAt = later(at, 60_000);
        // As its page and its webhook leave it: told, and nothing left to tell.
        await tx
          .update(sandboxPayments)
          .set({ outcome, decidedAt, deliveredAt: decidedAt })
          .where(eq(sandboxPayments.paymentId, paymentId));
        const { currencyCode } = player;
        await settleDeposit(cashier, sandbox.id, { paymentId, outcome, amountMinor, currencyCode });
      },
    },
  ];
}

function purchase({ tx, player, ledger, fingerprints }: Scene, planned: PlannedPurchase): Happening {
  return {
    at: planned.at,
    async happen() {
      const { accountId, currencyCode } = player;
      const { at, gameId, drawId, receiptNumber, lines, stakeMinor } = planned;
      const balances = await ledger.balances(`player:${accountId}`, currencyCode, tx);
      const taken = takeFrom(balances, playOrder, stakeMinor);
      const outcome =
        taken &&
        (await recordPurchase(
          tx,
          ledger,
          {
            receiptNumber,
            accountId,
            idempotencyKey: `demo-${receiptNumber}`,
            // Nobody asked for it, and nobody can ask again.
            askedDigest: receiptNumber,
            gameId,
            drawId,
            lines: lines.length,
            stakeMinor,
            currencyCode,
            paidFrom: Object.fromEntries(taken.map(({ bucket, amountMinor }) => [bucket, amountMinor])),
            boughtAt: at,
          },
          taken,
          lines.map((line, index) => ({ lineNo: index + 1, line })),
          (
            await rewardPlay(
              tx,
              { accountId, currencyCode, receiptNumber, paidFrom: taken, isContactVerified: true, now: at },
              fingerprints,
            )
          ).transfers,
        ));
      if (outcome !== 'recorded') throw new Error(`the demo player could not buy ${receiptNumber}`);
    },
  };
}

function withdrawal(
  { tx, player, cashier, sessions, sandbox }: Scene,
  { at, amountMinor, decision }: PlannedWithdrawal,
): Happening[] {
  let withdrawalId = '';
  const asked: Happening = {
    at,
    async happen() {
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
  const decided: Happening = {
    at: decision.at,
    async happen() {
      const { outcome, reason } = decision;
      await decideWithdrawal(cashier, { withdrawalId, decision: outcome, by: 'history', reason }, tx);
    },
  };
  return [asked, decided];
}

/** Draws in which the player has won something; their other winners are paid with them. */
async function prizes(
  { tx, ledger }: Scene,
  purchases: readonly PlannedPurchase[],
  catalogue: readonly GameDefinition[],
): Promise<Happening[]> {
  if (purchases.length === 0) return [];
  const isWon = tx
    .select({ drawId: wins.drawId })
    .from(wins)
    .where(
      and(
        inArray(
          wins.drawId,
          purchases.map(({ drawId }) => drawId),
        ),
        inArray(
          wins.receiptNumber,
          purchases.map(({ receiptNumber }) => receiptNumber),
        ),
      ),
    );
  const won = await tx.select().from(draws).where(inArray(draws.drawId, isWon));
  return won.flatMap((row): Happening[] => {
    const game = catalogue.find(({ gameId }) => gameId === row.gameId);
    if (!game) return [];
    const at = later(row.drawAt);
    return [{ at, happen: () => postDraw(tx, { ledger, game, now: at }, row) }];
  });
}

/**
 * Lets a plan happen, each thing at its time and by the code that does it for everybody: cashier, tickets, prizes and
 * their notifications. The draws have been held, with these tickets in them.
 */
export async function liveThrough(
  tx: Transaction,
  player: Player,
  since: Date,
  now: Date,
  plan: readonly Planned[],
  { catalogue, sandbox, fingerprints }: PastLifeDeps,
): Promise<void> {
  let moment = since;
  const clock = { now: () => moment };
  const ledger = createLedger({ db: tx, clock });
  const cashier: CashierDeps = {
    db: tx,
    ledger,
    clock,
    providers: [sandbox],
    onMoney: notifyOfMoney({ clock }),
    onDeposit: (on, event) => grantDepositBonus(on, event, clock.now()),
  };
  const sessions = createSessions({ db: tx, clock, idleMs: null });
  const scene: Scene = { tx, player, clock, ledger, cashier, sessions, sandbox, fingerprints };
  const { accountId, username, currencyCode, language } = player;
  await notify(tx, accountId, 'welcome', {}, since);
  const bonuses = createSignupBonuses({ db: tx, ledger, clock, fingerprints });
  // Signups of that day could use the code only while it was valid.
  const isPromoValid = await bonuses.checkPromo(promoCode, currencyCode).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (isPromoValid)
    await bonuses.onSignup({ accountId, username, currencyCode, language, promoCode, referredBy: null }, tx);
  const purchases = plan.filter((planned) => planned.kind === 'purchase');
  const happenings = [
    ...(await prizes(scene, purchases, catalogue)),
    ...plan.flatMap((planned): Happening[] => {
      if (planned.kind === 'purchase') return [purchase(scene, planned)];
      return planned.kind === 'deposit' ? deposit(scene, planned) : withdrawal(scene, planned);
    }),
  ];
  happenings.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, happen } of happenings) {
    moment = at;
    await happen();
  }
  await tx
    .update(notifications)
    .set({ readAt: later(now, -unreadMs) })
    .where(and(eq(notifications.accountId, accountId), lte(notifications.createdAt, later(now, -unreadMs))));
}
