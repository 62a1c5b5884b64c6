import type { PlayerBonus, PlayerBonuses } from '../../../shared/contract/campaigns.ts';
import type { Wallet } from '../../../shared/contract/wallet.ts';
import { walletRows } from '../../../shared/domain/wallet-rows.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { moment, money } from '../list/cells.ts';
import type { Tone } from '../list/list-view.ts';

export interface BonusCard {
  key: string;
  title: string;
  state: string;
  tone: Tone;
  amount: string;
  /** Explains how the amount was computed. Empty for a fixed amount. */
  amountNote: string;
  facts: { label: string; text: string }[];
  /** How much of the required stake the player has already placed. Null if the bonus requires no stake now. */
  progress: { label: string; value: number; max: number } | null;
  /** The conditions of a bonus for a signup with a friend's code. Empty for all other bonuses. */
  steps: { text: string; isDone: boolean; mark: string }[];
  /** Text that describes the player's next step with this bonus. */
  next: string;
  /** Link to the page of the account area where the player takes the next step, or null. */
  link: { label: string; path: string } | null;
}

export interface BonusView {
  figures: { label: string; text: string }[];
  cards: BonusCard[];
  empty: { title: string; text: string };
  howTitle: string;
  how: string[];
  /** Links to other pages of the account area. */
  links: { label: string; path: string }[];
  promotions: { label: string; href: string };
}

const tones: Readonly<Record<PlayerBonus['state'], Tone>> = {
  'awaiting-deposit': 'waiting',
  open: 'waiting',
  playable: 'good',
};

export function bonusView(
  { bonuses, referral, stakePerPoint }: PlayerBonuses,
  wallet: Wallet,
  wording: AccountWording,
): BonusView {
  const { t, langPrefix } = wording;
  const others = otherCredit(bonuses, wallet);
  return {
    figures: walletRows(wallet, ['bonus', 'lockedBonus']).map(({ name, total }) => ({
      label: t(`wallet.${name}`),
      text: money(total, wallet.currencyCode, wording),
    })),
    cards: [
      ...(referral ? [referralCard(referral, wording)] : []),
      ...bonuses.map((bonus) => promoCard(bonus, wording)),
      ...(others > 0 ? [otherCard(others, wallet.currencyCode, wording)] : []),
    ],
    empty: { title: t('account.bonus.empty_title'), text: t('account.bonus.empty_text') },
    howTitle: t('account.bonus.how_title'),
    how: [
      ...['first', 'winnings', 'locked', 'expiry', 'codes'].map((name) => t(`account.bonus.how_${name}`)),
      t('account.bonus.how_points', { amount: money(stakePerPoint, wallet.currencyCode, wording) }),
    ],
    links: [
      { label: t('account.bonus.bookings'), path: '/my-accounts/transactions?kind=bonus' },
      { label: t('account.bonus.shop'), path: '/loyalty-shop' },
    ],
    promotions: { label: t('account.bonus.promotions'), href: `${langPrefix}/promotions` },
  };
}

function promoCard(bonus: PlayerBonus, wording: AccountWording): BonusCard {
  const { t } = wording;
  const { promoCode, product, currencyCode, state, percent, left, toStake, staked } = bonus;
  const amount = money(bonus.amount, currencyCode, wording);
  const isWaiting = state === 'awaiting-deposit';
  const isOpen = state === 'open';
  const sums = {
    staked: money(staked, currencyCode, wording),
    total: money(toStake, currencyCode, wording),
    rest: money(Math.max(0, toStake - staked), currencyCode, wording),
  };
  return {
    key: `${promoCode} ${bonus.expiresAt}`,
    title: t(`wallet.${product}Bonus`),
    state: t(`account.bonus.state_${state}`),
    tone: tones[state],
    amount: isWaiting ? t('account.bonus.up_to', { amount }) : amount,
    amountNote: percent !== null && isWaiting ? t('account.bonus.percent', { percent }) : '',
    facts: [
      { label: t('summary.promo_code'), text: promoCode },
      ...(isWaiting ? [] : [{ label: t('account.bonus.left'), text: money(left, currencyCode, wording) }]),
      {
        label: t(isWaiting ? 'account.bonus.deposit_by' : 'account.bonus.expires'),
        text: moment(bonus.expiresAt, wording),
      },
    ],
    progress:
      isOpen && toStake > 0
        ? { label: t('account.bonus.progress', sums), value: staked, max: toStake }
        : null,
    steps: [],
    next: t(`account.bonus.next_${state}`, sums),
    link: isWaiting ? { label: t('account.bonus.deposit'), path: '/deposit' } : null,
  };
}

function referralCard(
  {
    promoCode,
    product,
    currencyCode,
    amount,
    hasPlayed,
    isContactVerified,
  }: NonNullable<PlayerBonuses['referral']>,
  wording: AccountWording,
): BonusCard {
  const { t } = wording;
  const step = (name: string, isDone: boolean) => ({
    text: t(`account.bonus.step_${name}`),
    isDone,
    mark: t(isDone ? 'form.rule_done' : 'form.rule_open'),
  });
  return {
    key: 'referral',
    title: t(`wallet.${product}Bonus`),
    state: t('account.bonus.state_promised'),
    tone: 'waiting',
    amount: money(amount, currencyCode, wording),
    amountNote: '',
    facts: [{ label: t('account.bonus.friend_code'), text: promoCode }],
    progress: null,
    steps: [step('verify', isContactVerified), step('play', hasPlayed)],
    next: t('account.bonus.next_promised'),
    link: isContactVerified ? null : { label: t('account.bonus.verify'), path: '/my-accounts' },
  };
}

/**
 * Returns the playable bonus money that does not come from promo codes, but for example from invited friends or from
 * loyalty points.
 */
function otherCredit(bonuses: readonly PlayerBonus[], wallet: Wallet): number {
  const playable = walletRows(wallet, ['bonus'])[0]?.total ?? 0;
  const given = bonuses.reduce((sum, { state, left }) => sum + (state === 'playable' ? left : 0), 0);
  return playable - given;
}

function otherCard(amount: number, currencyCode: string, wording: AccountWording): BonusCard {
  const { t } = wording;
  return {
    key: 'others',
    title: t('account.bonus.others_title'),
    state: t('account.bonus.state_playable'),
    tone: 'good',
    amount: money(amount, currencyCode, wording),
    amountNote: '',
    facts: [{ label: t('account.bonus.expires'), text: t('account.bonus.never') }],
    progress: null,
    steps: [],
    next: t('account.bonus.next_others'),
    link: null,
  };
}
