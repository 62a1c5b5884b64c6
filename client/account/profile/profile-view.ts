import type { Profile } from '../../../shared/contract/profile.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';

export interface ProfileRow {
  label: string;
  text: string;
  isMissing: boolean;
  /** Whether the player has verified the address or number; null for fields without verification. */
  mark: { text: string; isVerified: boolean } | null;
}

export interface ProfileView {
  username: string;
  avatarImage: string;
  memberSince: string;
  edit: string;
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
  const { email_address: email, mobile_no: mobile, birthDate, isPromotion } = profile;
  return {
    username: profile.username,
    avatarImage: profile.avatarImage,
    memberSince: t('account.member_since', { date: day(profile.memberSince) }),
    edit: t('account.profile.edit'),
    groups: [
      {
        title: t('account.group.contact'),
        rows: [
          row('email', email, mark(profile.emailVerified)),
          row('mobile', mobile, mark(profile.mobileVerified)),
        ],
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
          row('promotions', t(isPromotion ? 'account.yes' : 'account.no')),
          row('identity', t(`account.identity.${profile.kycStatus}`)),
        ],
      },
    ],
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
