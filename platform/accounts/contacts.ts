import type { Recipient } from '../otp/service.ts';
import type { accounts } from './tables.ts';

export type Contacts = Pick<
  typeof accounts.$inferSelect,
  'email' | 'emailVerifiedAt' | 'mobile' | 'mobileVerifiedAt'
>;

function mailOf({ email }: Pick<Contacts, 'email'>): Recipient[] {
  return email === null ? [] : [{ channel: 'mail', address: email }];
}

function mobileOf({ mobile }: Pick<Contacts, 'mobile'>): Recipient[] {
  return mobile === null ? [] : [{ channel: 'sms', address: mobile }];
}

/** Returns the recipient of messages to an account: its mail address, else its mobile, else null. */
export function contactOf(account: Pick<Contacts, 'email' | 'mobile'>): Recipient | null {
  return [...mailOf(account), ...mobileOf(account)][0] ?? null;
}

/** Returns a contact as `{ email }` or `{ mobile }`, depending on its channel. */
export function namedContact({ channel, address }: Recipient): { email: string } | { mobile: string } {
  return channel === 'mail' ? { email: address } : { mobile: address };
}

/**
 * Returns the trusted contacts of an account: its verified contacts, or its only contact. Only trusted contacts receive
 * codes for a new password, and links that undo a change of contacts. Two unverified contacts may belong to two
 * strangers, so neither is trusted.
 */
export function trustedContactsOf(account: Contacts): Recipient[] {
  const verified = [
    ...(account.emailVerifiedAt === null ? [] : mailOf(account)),
    ...(account.mobileVerifiedAt === null ? [] : mobileOf(account)),
  ];
  const all = [...mailOf(account), ...mobileOf(account)];
  return verified.length === 0 && all.length === 1 ? all : verified;
}

export function isTrusted(account: Contacts, { channel, address }: Recipient): boolean {
  return trustedContactsOf(account).some((one) => one.channel === channel && one.address === address);
}
