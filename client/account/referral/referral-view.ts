import type { ReferralSummary } from '../../../shared/contract/campaigns.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import type { QrPicture } from '../../ui/qr-picture.ts';
import { amountColumn, heading, moment, money } from '../list/cells.ts';
import type { List } from '../list/list-screen.tsx';

export interface ShareView {
  /** The signup link with the player's code. It is only a path if the platform does not know the site's origin. */
  link: string;
  /** The QR code of the link; null if the link is only a path. */
  qr: QrPicture | null;
  /** The text that the browser's own share dialog sends with the link. */
  message: string;
  texts: Record<'label' | 'copy' | 'copied' | 'notCopied' | 'share' | 'qr' | 'scan', string>;
}

export interface ReferralTexts {
  title: string;
  lead: string;
  inviteTitle: string;
  inviteText: string;
  /** The link to the page where the player verifies a contact; null if no verification is needed. */
  verifyLink: string | null;
  figures: { label: string; text: string }[];
  figuresTitle: string;
  friendsTitle: string;
  howTitle: string;
  steps: string[];
  rules: string[];
}

type Friend = ReferralSummary['friends'][number] & { currencyCode: string };

/** The friends who signed up with the player's code. */
export const friendList: List<'transaction/rafUserSummary', Friend> = {
  route: 'referral',
  call: 'transaction/rafUserSummary',
  hasDays: false,
  hasFile: false,
  choices: [],
  read: ({ cursor, friends, currencyCode }) => ({
    cursor,
    rows: friends.map((friend) => ({ ...friend, currencyCode })),
  }),
  rowKey: ({ name, joinedAt }) => `${name} ${joinedAt}`,
  columns: [
    {
      key: 'friend',
      look: 'main',
      label: ({ t }) => t('account.referral.friend'),
      cell: ({ name, joinedAt }, wording) => ({
        text: name,
        detail: wording.t('account.referral.joined_at', { date: moment(joinedAt, wording) }),
      }),
    },
    {
      key: 'state',
      look: 'plain',
      label: heading('state'),
      cell: ({ state, rewardedAt }, wording) => ({
        text: wording.t(`account.referral.state_${state}`),
        tone: state === 'rewarded' ? 'good' : 'waiting',
        detail: rewardedAt === null ? wording.t('account.referral.waiting') : moment(rewardedAt, wording),
      }),
    },
    {
      ...amountColumn<Friend>('reward', ({ earned }) => earned),
      label: ({ t }) => t('account.referral.reward'),
    },
  ],
};

export function shareView(
  { referralLink }: ReferralSummary,
  qr: QrPicture | null,
  { t }: AccountWording,
): ShareView {
  const text = (name: string): string => t(`account.referral.${name}`);
  return {
    link: referralLink,
    qr,
    message: t('account.referral.message', { site: t('site.name') }),
    texts: {
      label: text('link'),
      copy: text('copy'),
      copied: text('copied'),
      notCopied: text('not_copied'),
      share: text('share'),
      qr: text('qr'),
      scan: text('scan'),
    },
  };
}

/** @param isUnverified whether the player must verify a contact before inviting friends by mail */
export function referralTexts(
  summary: ReferralSummary,
  isUnverified: boolean,
  wording: AccountWording,
): ReferralTexts {
  const { t, locale } = wording;
  const { rewards, invited, invitationsLeft, joined, rewarded, earned, currencyCode } = summary;
  const { bringer, friend } = rewards;
  const amounts = {
    own: money(bringer.amount, bringer.currencyCode, wording),
    friends: money(friend.amount, friend.currencyCode, wording),
  };
  const number = new Intl.NumberFormat(locale);
  const text = (name: string): string => t(`account.referral.${name}`, amounts);
  return {
    title: text('title'),
    lead: text('lead'),
    inviteTitle: text('invite_title'),
    inviteText: inviteText(invitationsLeft, isUnverified, wording),
    verifyLink: isUnverified ? text('verify') : null,
    figures: [
      { label: text('figure_invited'), text: number.format(invited) },
      { label: text('figure_joined'), text: number.format(joined) },
      { label: text('figure_rewarded'), text: number.format(rewarded) },
      { label: text('figure_earned'), text: money(earned, currencyCode, wording) },
    ],
    figuresTitle: text('figures'),
    friendsTitle: text('friends'),
    howTitle: text('how_title'),
    steps: ['send', 'join', 'play', 'reward'].map((name) => text(`how_${name}`)),
    rules: ['once', 'withdraw', 'mails'].map((name) => text(`rule_${name}`)),
  };
}

function inviteText(invitationsLeft: number, isUnverified: boolean, { t }: AccountWording): string {
  if (isUnverified) return t('account.referral.invite_verify');
  return invitationsLeft === 0
    ? t('account.referral.invite_none')
    : t('account.referral.invite_left', { count: invitationsLeft });
}
