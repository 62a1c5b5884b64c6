import { randomUUID } from 'node:crypto';
import { codes } from '../../shared/contract/codes.ts';
import type {
  ExchangeRequest,
  LoyaltyExchange,
  LoyaltyReward,
  LoyaltyRewards,
} from '../../shared/contract/loyalty.ts';
import { holdAccount } from '../accounts/holding.ts';
import { campaignRulesOf } from '../campaigns/rules.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { requirePlay } from '../limits/require-limits.ts';
import { giveTicket } from '../tickets/free-ticket.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { loyaltyPoints, totalBalanceOf } from '../wallet/service.ts';
import type { Transfer } from '../wallet/transfer.ts';
import { type ExchangeRow, findExchange, findReward, openRewards, type Reward } from './repository.ts';
import { loyaltyExchanges } from './tables.ts';

export interface LoyaltyService {
  /** Answers `loyalty/list`: returns the player's points and the rewards in the player's currency. */
  list(player: Player): Promise<LoyaltyRewards>;
  /**
   * Answers `loyalty/exchange`: in one transaction, takes the points and gives the reward. If a player repeats an
   * idempotency key, the first exchange with this key is returned.
   * @throws Refusal if the exchange is not allowed
   */
  exchange(player: Player, asked: ExchangeRequest): Promise<LoyaltyExchange>;
}

export interface LoyaltyDeps {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
  timeZone: string;
  catalogue: readonly GameDefinition[];
  /** If false, players cannot exchange points for tickets. */
  areSalesOn: boolean;
}

/** Returns the transfer that takes the points. */
function paymentOf({ exchangeId, accountId, rewardId, points }: ExchangeRow): Transfer {
  return {
    key: `loyalty-exchange:${exchangeId}`,
    kind: 'loyalty',
    currencyCode: loyaltyPoints,
    reference: { exchangeId, rewardId },
    sides: [
      { owner: `player:${accountId}`, bucket: 'loyalty', amountMinor: -points },
      { owner: 'house', bucket: 'loyalty', amountMinor: points },
    ],
  };
}

/** Returns the transfer that credits a bonus. The player can spend the bonus on tickets at once. */
function bonusOf({ exchangeId, accountId, rewardId, amountMinor, currencyCode }: ExchangeRow): Transfer {
  return {
    key: `loyalty-exchange:${exchangeId}:bonus`,
    kind: 'bonus',
    currencyCode,
    reference: { exchangeId, rewardId },
    sides: [
      { owner: `player:${accountId}`, bucket: 'casino-bonus', amountMinor },
      { owner: 'house', bucket: 'bonuses', amountMinor: -amountMinor },
    ],
  };
}

/**
 * Returns the reward as `loyalty/list` shows it, in a list of one element. The list is empty for a ticket of an unknown
 * game.
 */
function shownReward(
  games: ReadonlyMap<string, GameDefinition>,
  { rewardId, points, currencyCode, ...reward }: Reward,
): LoyaltyReward[] {
  const offer = { rewardId, points, currencyCode };
  const { amountMinor, gameId, lines } = reward;
  if (amountMinor !== null) return [{ kind: 'bonus', ...offer, amount: amountMinor }];
  const game = games.get(gameId ?? '');
  if (!game || lines === null) return [];
  return [{ kind: 'ticket', ...offer, gameId: game.gameId, gameName: game.name, lines }];
}

export function createLoyaltyService({
  db,
  ledger,
  clock,
  timeZone,
  catalogue,
  areSalesOn,
}: LoyaltyDeps): LoyaltyService {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  const pointsOf = async (accountId: string, on?: Transaction): Promise<number> =>
    (await ledger.balances(`player:${accountId}`, loyaltyPoints, on)).get('loyalty') ?? 0;

  const answerTo = async (exchange: ExchangeRow): Promise<LoyaltyExchange> => {
    const { accountId, idempotencyKey: _key, amountMinor, exchangedAt, ...told } = exchange;
    const money = await ledger.balances(`player:${accountId}`, exchange.currencyCode);
    return {
      ...told,
      amount: amountMinor,
      exchangedAt: exchangedAt.toISOString(),
      loyaltyBalance: await pointsOf(accountId),
      totalBalance: totalBalanceOf(money),
    };
  };

  /**
   * Takes the points and gives the reward.
   * @returns the receipt number if the reward is a ticket, and the price of the ticket or the amount of the bonus
   */
  const give = async (
    tx: Transaction,
    player: Player,
    { gameId, lines }: Reward,
    exchange: ExchangeRow,
  ): Promise<Pick<ExchangeRow, 'receiptNumber' | 'amountMinor'>> => {
    if (gameId === null || lines === null) {
      const outcome = await ledger.postAll([paymentOf(exchange), bonusOf(exchange)], tx);
      if (outcome === 'insufficient') throw new Refusal(codes.insufficientBalance);
      return exchange;
    }
    const game = games.get(gameId);
    if (!game) throw new Refusal(codes.notFound);
    if (!areSalesOn) throw new Refusal(codes.salesOff);
    const purchase = await giveTicket(tx, { ledger, clock, timeZone }, player, {
      game,
      lines,
      key: `loyalty-exchange-${exchange.exchangeId}`,
      also: [paymentOf(exchange)],
    });
    return { receiptNumber: purchase.receiptNumber, amountMinor: purchase.stakeMinor };
  };

  return {
    async list({ accountId, currencyCode }) {
      const rewards = await openRewards(db, currencyCode, areSalesOn ? [...games.keys()] : []);
      return {
        loyaltyBalance: await pointsOf(accountId),
        stakePerPoint: campaignRulesOf(currencyCode).stakePerPoint,
        rewards: rewards.flatMap((reward) => shownReward(games, reward)),
      };
    },

    async exchange(player, { rewardId, idempotencyKey }) {
      const { accountId, currencyCode } = player;
      const exchange = await db.transaction(async (tx): Promise<ExchangeRow> => {
        const now = clock.now();
        const account = await holdAccount(tx, accountId, now);
        if (!account) throw new Refusal(codes.sessionExpired);
        // The account is locked. So a concurrent request with the same key has either committed already, or waits until
        // this transaction ends.
        const known = await findExchange(tx, accountId, idempotencyKey);
        if (known?.rewardId === rewardId) return known;
        if (known) throw Refusal.ofFields({ idempotencyKey: 'field.wrong' });
        requirePlay(account);
        const reward = await findReward(tx, rewardId, currencyCode);
        if (!reward) throw new Refusal(codes.notFound);
        const { kind, points } = reward;
        if ((await pointsOf(accountId, tx)) < points) throw new Refusal(codes.insufficientBalance);
        const made: ExchangeRow = {
          exchangeId: randomUUID(),
          accountId,
          idempotencyKey,
          rewardId,
          kind,
          points,
          amountMinor: reward.amountMinor ?? 0,
          currencyCode,
          receiptNumber: null,
          exchangedAt: now,
        };
        const whole = { ...made, ...(await give(tx, player, reward, made)) };
        await tx.insert(loyaltyExchanges).values(whole);
        return whole;
      });
      return answerTo(exchange);
    },
  };
}
