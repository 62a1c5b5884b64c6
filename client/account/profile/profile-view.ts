import type { Profile } from '../../../shared/contract/profile.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { type Contact, type ContactKind, contactToVerify, emailContact, mobileContact } from './contact.ts';

export interface ProfileRow {
  label: string;
  text: string;
  isMissing: boolean;
  /** Whether the player has verified the e-mail address or phone number. Null for fields that need no verification. */
  mark: { text: string; isVerified: boolean } | null;
  /** A text that explains the value. */
  note?: string;
  contact?: ContactActions;
  /** A link to the page where the player can change the value. */
  link?: { path: string; label: string };
}

interface ContactActions {
  change: { path: string; label: string };
  /** The new contact that the player has not verified yet, or ''. */
  pending: string;
  /** The link that verifies the contact. Null if the player has nothing to verify. */
  verify: { path: string; label: string; loading: string } | null;
}

export interface ProfileView {
  username: string;
  avatarImage: string;
  memberSince: string;
  edit: string;
  changeAvatar: string;
  groups: { title: string; rows: ProfileRow[] }[];
}

type Wording = Pick<AccountWording, 't' | 'locale'>;

export function profileView(profile: Profile, stateName: string | null, wording: Wording): ProfileView {
  const { t } = wording;
  const day = dayFormat(wording);
  const row = (field: string, text: string | null, mark: ProfileRow['mark'] = null): ProfileRow => ({
    label: t(`account.field.${field}`),
    text: text || t('account.missing'),
    isMissing: !text,
    mark: text ? mark : null,
  });
  const mark = (isVerified: boolean) => ({
    text: t(isVerified ? 'account.verified' : 'account.unverified'),
    isVerified,
  });
  const { birthDate, isPromotion, showInWinners, winMail, noticeMail, emailVerified, kycStatus } = profile;
  const yesOrNo = (value: 0 | 1): string => t(value ? 'account.yes' : 'account.no');
  const contactRow = (kind: ContactKind): ProfileRow => {
    const contact = kind.of(profile);
    return {
      ...row(kind.name, contact.current, mark(contact.isVerified)),
      contact: contactActions(kind, contact, wording),
    };
  };
  return {
    username: profile.username,
    avatarImage: profile.avatarImage,
    memberSince: t('account.member_since', { date: day(profile.memberSince) }),
    edit: t('account.profile.edit'),
    changeAvatar: t('account.profile.avatar'),
    groups: [
      {
        title: t('account.group.contact'),
        rows: [contactRow(emailContact), contactRow(mobileContact)],
      },
      {
        title: t('account.group.person'),
        rows: [
          row('first_name', profile.firstName),
          row('last_name', profile.lastName),
          row('birth_date', birthDate && day(birthDate)),
        ],
      },
      {
        title: t('account.group.address'),
        rows: [
          row('street', profile.street),
          row('city', profile.city),
          row('post_code', profile.postCode),
          row('state', stateName ?? profile.state),
          row('country', nameOf(profile.country, 'region', wording)),
        ],
      },
      {
        title: t('account.group.account'),
        rows: [
          row('currency', nameOf(profile.currencyCode, 'currency', wording)),
          row('language', nameOf(profile.userLanguge, 'language', wording)),
          row('promotions', yesOrNo(isPromotion)),
          row('notice_mail', yesOrNo(noticeMail)),
          row('winners', yesOrNo(showInWinners)),
          {
            ...row('win_mail', yesOrNo(winMail)),
            ...(winMail && !emailVerified ? { note: t('account.win_mail_unverified') } : {}),
          },
          {
            ...row('identity', t(`account.identity.${kycStatus}`)),
            note: t(`account.identity_note.${kycStatus}`),
            ...(kycStatus === 'approved'
              ? {}
              : { link: { path: accountRoutes.identity.path, label: t('account.page.identity') } }),
          },
        ],
      },
    ],
  };
}

function contactActions(
  { changedAt, verifiedAt }: ContactKind,
  contact: Contact,
  { t }: Wording,
): ContactActions {
  const { current, pending } = contact;
  const pendingKey = current === null ? 'account.profile.pending_first' : 'account.profile.pending';
  return {
    change: {
      path: accountRoutes[changedAt].path,
      label: t(current === null ? 'account.profile.add' : 'account.profile.change'),
    },
    pending: pending === null ? '' : t(pendingKey, { contact: pending }),
    verify:
      contactToVerify(contact) === null
        ? null
        : {
            path: accountRoutes[verifiedAt].path,
            label: t('account.profile.verify'),
            loading: t('account.loading'),
          },
  };
}

function dayFormat({ locale }: Wording): (isoDay: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (isoDay) => format.format(new Date(`${isoDay}T00:00:00Z`));
}

function nameOf(
  code: string | null,
  type: 'region' | 'currency' | 'language',
  { locale }: Wording,
): string | null {
  return code && (new Intl.DisplayNames(locale, { type }).of(code) ?? code);
}
