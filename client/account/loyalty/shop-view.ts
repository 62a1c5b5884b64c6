import type { Game } from '../../../shared/contract/games.ts';
import type { LoyaltyRewards } from '../../../shared/contract/loyalty.ts';
import type { PurchaseRow } from '../../../shared/contract/play-history.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { lineView, moment, money } from '../list/cells.ts';
import type { MarksView } from '../list/list-view.ts';
import { type RewardView, rewardView } from './reward-view.ts';

/** A ticket that the player has received for points. */
export interface TicketView {
  title: string;
  game: string;
  time: string;
  receipt: string;
  lines: MarksView[];
  link: string;
  hit: string;
}

export interface ShopView {
  balance: { label: string; points: string; note: string; link: string };
  /** The ticket that the player has just received for points, or null. */
  ticket: TicketView | null;
  rewards: RewardView[];
  texts: Record<'rewards' | 'exchange' | 'emptyTitle' | 'emptyText' | 'howTitle', string>;
  how: string[];
}

export function shopView(
  rewards: LoyaltyRewards,
  games: readonly Game[],
  ticket: PurchaseRow | null,
  wording: AccountWording,
): ShopView {
  const { t, locale } = wording;
  const text = (name: string): string => t(`account.loyalty.${name}`);
  const currencyCode = rewards.rewards[0]?.currencyCode ?? null;
  return {
    balance: {
      label: t('wallet.loyaltyBalance'),
      points: new Intl.NumberFormat(locale).format(rewards.loyaltyBalance),
      note: text('balance_text'),
      link: text('bookings'),
    },
    ticket: ticket ? ticketView(ticket, wording) : null,
    rewards: rewards.rewards.map((reward) => rewardView(reward, rewards, games, wording)),
    texts: {
      rewards: text('rewards'),
      exchange: text('exchange'),
      emptyTitle: text('empty_title'),
      emptyText: text('empty_text'),
      howTitle: text('how_title'),
    },
    how: [
      // Only a reward names the currency of the account. If there are no rewards, the currency is unknown. The text
      // with an amount is then left out.
      ...(currencyCode === null
        ? []
        : [t('account.loyalty.how_earn', { amount: money(rewards.stakePerPoint, currencyCode, wording) })]),
      ...['cash', 'ticket', 'bonus'].map((name) => text(`how_${name}`)),
    ],
  };
}

function ticketView(row: PurchaseRow, wording: AccountWording): TicketView {
  const { t } = wording;
  return {
    title: t('account.loyalty.ticket_title'),
    game: `${row.gameName} · ${row.drawNumber}`,
    time: `${t('summary.draw_time')}: ${moment(row.drawStartDate, wording)}`,
    receipt: `${t('summary.receipt')}: ${row.receiptNumber}`,
    lines: row.lines.map((line) => lineView(line, wording)),
    link: t('account.page.tickets'),
    hit: t('account.list.hit'),
  };
}
