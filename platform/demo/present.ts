import { randomUUID } from 'node:crypto';
import { findByUsername, findTaken } from '../accounts/repository.ts';
import { createSessions } from '../accounts/sessions.ts';
import { createSignupBonuses } from '../campaigns/signup-campaigns.ts';
import type { Deps } from '../deps.ts';
import { createPseudoRandom } from '../draws/pseudo-random.ts';
import { onSale } from '../draws/repository.ts';
import { seededLines } from '../draws/seeded-lines.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { createAnnouncements } from '../limits/announcements.ts';
import { setLimit } from '../limits/set-limit.ts';
import { notifyOfMoney } from '../notifications/money.ts';
import { notify } from '../notifications/notify.ts';
import { demoUsername, insertFriend, newFriend } from './account.ts';
import { deposit, later } from './replay-payments.ts';

export type PresentDeps = Pick<
  Deps,
  | 'database'
  | 'ledger'
  | 'clock'
  | 'catalogue'
  | 'tickets'
  | 'fingerprints'
  | 'accounts'
  | 'logger'
  | 'config'
> & { sandbox: NonNullable<Deps['sandbox']> };

/**
 * The demo player buys a ticket for the next draw of each of these games. The raffle is omitted, because the planned
 * raffle ticket could already be sold to another player.
 */
const openGames = ['jackpot', 'daily', 'pick3', 'keno'];
/** Game that the friend plays with money from a deposit, because only such stakes count for the referral bonus. */
const friendsGame = 'daily';
const friendsDepositMinor = 100_00;
const monthlyLimitMinor = 5_000_00;

/**
 * Buys one line in the next draw of a game.
 * @returns false if no draw is on sale or the purchase was refused
 */
async function buyNext(
  { database: { db }, catalogue, tickets, clock }: PresentDeps,
  player: Player,
  gameId: string,
): Promise<boolean> {
  const game = catalogue.find((one) => one.gameId === gameId);
  const [next] = await onSale(db, gameId, clock.now(), 1);
  if (!game || !next) return false;
  const { drawId } = next;
  const lines = seededLines(game.kind, createPseudoRandom(`${player.username} ${drawId}`), 1);
  try {
    await tickets.buy(player, { gameId, drawId, lines, idempotencyKey: `demo-open-${drawId}` });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Creates a friend who joined with the demo player's code and has made a deposit. The friend's first ticket then earns
 * the referral bonus for both players.
 * @returns the friend, or null if the friend's account already exists
 */
async function inviteFriend(deps: PresentDeps, bringerId: string): Promise<Player | null> {
  const { database, ledger, clock, accounts, fingerprints, sandbox, logger, config } = deps;
  const friend = newFriend();
  // Use a random password that nobody knows, so that nobody can log in as the friend.
  const passwordHash = await accounts.passwords.hash(randomUUID());
  return database.db.transaction(async (tx) => {
    const now = clock.now();
    // Another process may have invited the friend at the same time.
    if (!(await insertFriend(tx, friend, passwordHash, later(now, -3_600_000)))) return null;
    const bonuses = createSignupBonuses({ db: tx, ledger, clock, fingerprints });
    const { username, language, accountId, currencyCode } = friend;
    const promoCode = demoUsername;
    await bonuses.onSignup(
      { accountId, username, currencyCode, language, promoCode, referredBy: bringerId },
      tx,
    );
    const cashier = {
      db: tx,
      ledger,
      clock,
      logger,
      timeZone: config.timeZone,
      providers: [sandbox],
      siteUrl: null,
      onMoney: notifyOfMoney({ clock }),
    };
    const sessions = createSessions({ db: tx, clock, idleMs: null });
    const replay = { tx, player: friend, clock, ledger, cashier, sessions, sandbox, fingerprints };
    const planned = {
      kind: 'deposit',
      at: later(now, -60_000),
      amountMinor: friendsDepositMinor,
      outcome: 'approved',
    } as const;
    for (const { run } of deposit(replay, planned)) await run();
    return friend;
  });
}

/**
 * Adds the parts of the demo account that depend on the current time: tickets of draws on sale, a limit, a promotion, a
 * notice, and the bonus for a friend. If the friend's account exists, an earlier start has done this work, and the
 * function changes nothing.
 */
export async function completeDemo(deps: PresentDeps): Promise<void> {
  const { database, clock, config } = deps;
  const { db } = database;
  const account = await findByUsername(db, demoUsername);
  const friend = newFriend();
  if (!account || (await findTaken(db, { username: friend.username }))) return;
  const { accountId, username, currencyCode, language } = account;
  const [next] = await onSale(db, friendsGame, clock.now(), 1);
  if (!next) return;
  for (const gameId of openGames)
    await buyNext(deps, { accountId, username, currencyCode, language, status: 'active' }, gameId);
  const invited = await inviteFriend(deps, accountId);
  if (!invited) return;
  await buyNext(deps, invited, friendsGame);
  await db.transaction(async (tx) => {
    const now = clock.now();
    const limits = { clock, timeZone: config.timeZone, announcements: createAnnouncements({ clock }) };
    const limit = { kind: 'spend', period: 'month', amount: monthlyLimitMinor } as const;
    await setLimit(tx, limits, { accountId, currencyCode }, limit, now);
    await notify(
      tx,
      accountId,
      'promotion',
      {
        title: 'Your points are waiting',
        text: 'Loyalty points buy bonus money and free lines. The loyalty shop lists every reward.',
      },
      now,
    );
    await notify(
      tx,
      accountId,
      'notice',
      {
        title: 'Where we announce changes',
        text: 'Changes of the terms are announced on the page “Public Notice”, and here as a notification.',
      },
      now,
    );
  });
}
