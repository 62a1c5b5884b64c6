import type { Recipient } from '../otp/service.ts';
import type { Account } from './repository.ts';

/** Recipient of messages to an account: its mail address, else its mobile, else null. */
export function contactOf({ email, mobile }: Pick<Account, 'email' | 'mobile'>): Recipient | null {
  if (email !== null) return { channel: 'mail', address: email };
  return mobile === null ? null : { channel: 'sms', address: mobile };
}
