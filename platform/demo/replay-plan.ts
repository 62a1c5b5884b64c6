import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Logger } from 'pino';
import { createSessions } from '../accounts/sessions.ts';
import { grantDepositBonus } from '../campaigns/bonuses.ts';
import type { Fingerprints } from '../campaigns/person.ts';
import { rewardPlay } from '../campaigns/play.ts';
import { createSignupBonuses } from '../campaigns/signup-campaigns.ts';
import type { CashierDeps } from '../cashier/context.ts';
import type { Sandbox } from '../cashier/providers/sandbox.ts';
import type { Transaction } from '../db/database.ts';
import { postPastDraw } from '../draws/post-draw.ts';
import { draws, wins } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { createAnnouncements } from '../limits/announcements.ts';
import { notifyOfMoney } from '../notifications/money.ts';
import { notify } from '../notifications/notify.ts';
import { notifications } from '../notifications/tables.ts';
import { recordPurchase } from '../tickets/record-purchase.ts';
import { createLedger } from '../wallet/ledger.ts';
import { playOrder, takeFrom } from '../wallet/service.ts';
import type { Planned, PlannedPurchase } from './plan.ts';
import { limitActions } from './replay-limits.ts';
import {
  type Action,
  deposit,
  insertDemoDestination,
  later,
  type Replay,
  withdrawal,
} from './replay-payments.ts';
import { refusedPrize } from './replay-refusal.ts';

export interface ReplayDeps {
  catalogue: readonly GameDefinition[];
  timeZone: string;
  /** The sandbox provider, through which the demo player makes all deposits. */
  sandbox: Sandbox;
  fingerprints: Fingerprints;
  logger: Logger;
}

/**
 * The promo code that the demo player uses. The first start of the platform creates this code. The first deposit grants
 * its bonus, and the first tickets make the bonus playable.
 */
const promoCode = 'FIRST25';
const hourMs = 3_600_000;
/** Age from which the replay marks notifications as read. */
const unreadMs = 4 * 86_400_000;
function purchase({ tx, player, ledger, fingerprints }: Replay, planned: PlannedPurchase): Action {
  return {
    at: planned.at,
    async run() {
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
            // The platform compares the digests of two requests with the same idempotency key. The replay sends no
            // requests, so any unique text is valid.
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
          {
            spent: null,
            also: (
              await rewardPlay(
                tx,
                {
                  accountId,
                  currencyCode,
                  receiptNumber,
                  paidFrom: taken,
                  isContactVerified: true,
                  hasRewards: true,
                  now: at,
                },
                fingerprints,
              )
            ).transfers,
          },
        ));
      if (outcome !== 'recorded') throw new Error(`the demo player could not buy ${receiptNumber}`);
    },
  };
}

/**
 * Returns actions that post the prizes of the draws in which the player has won. Each action also pays the draw's other
 * winners.
 */
async function prizes(
  { tx, ledger }: Replay,
  purchases: readonly PlannedPurchase[],
  catalogue: readonly GameDefinition[],
): Promise<Action[]> {
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
  return won.flatMap((row): Action[] => {
    const game = catalogue.find(({ gameId }) => gameId === row.gameId);
    if (!game) return [];
    const at = later(row.drawAt);
    return [{ at, run: () => postPastDraw(tx, { ledger, game, now: at }, row) }];
  });
}

/**
 * Carries out a plan in order of time. It calls the services that handle real players: cashier, tickets, prizes and
 * notifications. The draws were generated before the replay, and the tickets of the plan took part in these draws.
 *
 * Together with present.ts, this function creates a notification of each kind, except kinds that would contradict the
 * rest of the account. Recipients of `exclusion` and `payout_opened` cannot log in. `result_corrected` and
 * `draw_voided` would change public results. `bonus_cancelled` and `points_taken` follow a breach of the rules.
 * `bonus_expired` is impossible, because the player's bonuses last longer than the history.
 */
export async function replayPlan(
  tx: Transaction,
  player: Player,
  since: Date,
  now: Date,
  plan: readonly Planned[],
  { catalogue, timeZone, sandbox, fingerprints, logger }: ReplayDeps,
): Promise<void> {
  let moment = since;
  const clock = { now: () => moment };
  const ledger = createLedger({ db: tx, clock });
  const cashier: CashierDeps = {
    db: tx,
    ledger,
    clock,
    logger,
    timeZone,
    providers: [sandbox],
    siteUrl: null,
    onMoney: notifyOfMoney({ clock }),
    onDeposit: (on, event) => grantDepositBonus(on, event, clock.now()),
    onReturned: (on, event) => createAnnouncements({ clock }).depositReturned(on, event),
  };
  const sessions = createSessions({ db: tx, clock, idleMs: null });
  const replay: Replay = { tx, player, clock, ledger, cashier, sessions, sandbox, fingerprints };
  const { accountId, username, currencyCode, language } = player;
  await notify(tx, accountId, 'welcome', {}, since);
  const bonuses = createSignupBonuses({ db: tx, ledger, clock, fingerprints });
  // Check the promo code first, because it may not be valid on the day of the signup.
  const isPromoValid = await bonuses.checkPromo(promoCode, currencyCode).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (isPromoValid)
    await bonuses.onSignup({ accountId, username, currencyCode, language, promoCode, referredBy: null }, tx);
  // Add the notifications of two identity checks: the first was refused, the second approved.
  const reason = 'The picture is too blurred to read.';
  await notify(tx, accountId, 'identity_pending', {}, later(since, hourMs / 2));
  await notify(tx, accountId, 'identity_refused', { reason }, later(since, hourMs));
  await notify(tx, accountId, 'identity_pending', {}, later(since, 3 * hourMs));
  await notify(tx, accountId, 'identity_approved', {}, later(since, 5 * hourMs));
  await insertDemoDestination(tx, player, sandbox, later(since, 6 * hourMs));
  const purchases = plan.filter((planned) => planned.kind === 'purchase');
  const actions = [
    ...(await prizes(replay, purchases, catalogue)),
    ...(await refusedPrize(replay, purchases, catalogue, now)),
    ...limitActions(replay, timeZone, since, now),
    ...plan.flatMap((planned): Action[] => {
      if (planned.kind === 'purchase') return [purchase(replay, planned)];
      return planned.kind === 'deposit' ? deposit(replay, planned) : withdrawal(replay, planned);
    }),
  ];
  actions.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, run } of actions) {
    moment = at;
    await run();
  }
  await tx
    .update(notifications)
    .set({ readAt: later(now, -unreadMs) })
    .where(and(eq(notifications.accountId, accountId), lte(notifications.createdAt, later(now, -unreadMs))));
}
