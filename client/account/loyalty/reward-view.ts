import type { Game } from '../../../shared/contract/games.ts';
import type { LoyaltyReward, LoyaltyRewards } from '../../../shared/contract/loyalty.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { type Accent, isAccent } from '../../../shared/pages/cards.ts';
import { money } from '../list/cells.ts';

export interface RewardView {
  rewardId: string;
  title: string;
  detail: string;
  /** The price in points. */
  price: string;
  /** If the reward is a ticket, the emblem of its game. Null for a bonus. */
  game: { name: string; accent: Accent } | null;
  /** Compares the player's points with the price. Null if the points are sufficient. */
  lacking: { text: string; points: number; price: number } | null;
}

/** Formats an amount of points, for example "1,200 points". */
export function pointsText(points: number, { t, locale }: AccountWording): string {
  return t('account.list.points', { points: new Intl.NumberFormat(locale).format(points), count: points });
}

/** @param games all games; empty if they could not be loaded */
export function rewardView(
  reward: LoyaltyReward,
  { loyaltyBalance }: LoyaltyRewards,
  games: readonly Game[],
  wording: AccountWording,
): RewardView {
  const { t } = wording;
  const { rewardId, points } = reward;
  const rest = points - loyaltyBalance;
  const offer = {
    rewardId,
    price: pointsText(points, wording),
    lacking:
      rest > 0
        ? {
            text: t('account.loyalty.lacking', { points: pointsText(rest, wording) }),
            points: loyaltyBalance,
            price: points,
          }
        : null,
  };
  if (reward.kind === 'bonus')
    return {
      ...offer,
      title: t('account.loyalty.bonus', { amount: money(reward.amount, reward.currencyCode, wording) }),
      detail: t('account.loyalty.bonus_text'),
      game: null,
    };
  const { gameId, gameName, lines } = reward;
  const game = games.find((each) => each.gameId === gameId);
  const accent = game?.colorCode ?? '';
  return {
    ...offer,
    title: t('account.loyalty.ticket', { game: gameName }),
    detail: t('account.loyalty.ticket_text', { count: lines }),
    game: { name: game?.iconName ?? gameId, accent: isAccent(accent) ? accent : 'red' },
  };
}
