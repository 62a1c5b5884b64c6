import type { Profile } from '../../../shared/contract/profile.ts';
import type { FormName } from '../../../shared/forms/forms.ts';
import type { AccountRouteName } from '../../../shared/pages/account-routes.ts';

/** A contact of the player. When the player verifies `pending`, it replaces `current`. */
export interface Contact {
  current: string | null;
  isVerified: boolean;
  pending: string | null;
}

/** The screens and the form of one kind of contact. */
export interface ContactKind {
  name: 'email' | 'mobile';
  changedAt: AccountRouteName;
  verifiedAt: AccountRouteName;
  verifiedBy: FormName;
  of: (profile: Profile) => Contact;
}

export const emailContact: ContactKind = {
  name: 'email',
  changedAt: 'changeEmail',
  verifiedAt: 'verifyEmail',
  verifiedBy: 'verify-email',
  of: ({ email_address, emailVerified, pendingEmail }) => ({
    current: email_address,
    isVerified: emailVerified,
    pending: pendingEmail,
  }),
};

export const mobileContact: ContactKind = {
  name: 'mobile',
  changedAt: 'changeMobile',
  verifiedAt: 'verifyMobile',
  verifiedBy: 'verify-mobile',
  of: ({ mobile_no, mobileVerified, pendingMobile }) => ({
    current: mobile_no,
    isVerified: mobileVerified,
    pending: pendingMobile,
  }),
};

/** Returns the contact that the player can verify now, or null. A pending contact takes precedence. */
export function contactToVerify({ current, isVerified, pending }: Contact): string | null {
  return pending ?? (isVerified ? null : current);
}
