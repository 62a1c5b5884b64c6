import { createHmac } from 'node:crypto';
import { normaliseEmail } from '../../shared/domain/identity.ts';
import type { Account } from '../accounts/repository.ts';

/** Of which the same mailbox has many: with a tag behind a plus sign, with dots, and under the provider's two names. */
export const mailboxOf = (email: string): string => {
  const [local = '', domain = ''] = normaliseEmail(email).split('@');
  const box = local.replace(/\+.*$/, '').replaceAll('.', '');
  return `${box}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
};

type Reached = Pick<Account, 'email' | 'mobile'>;

/** Whether two accounts are one and the same person's, as far as can be seen. No two accounts have one mobile. */
export const areSamePerson = (one: Reached, other: Reached): boolean =>
  one.email !== null && other.email !== null && mailboxOf(one.email) === mailboxOf(other.email);

/** Keyed hashes of addresses: who has them finds out neither an address nor whose it is. @param key 32 bytes */
export const createFingerprints = (key: Buffer) => {
  const hashOf = (subject: string) => createHmac('sha256', key).update(subject).digest('hex');
  return {
    /** The same for all accounts of one mailbox, else of one mobile. */
    ofPerson: ({ email, mobile }: Reached): string =>
      hashOf(email === null ? `mobile ${mobile ?? ''}` : `mailbox ${mailboxOf(email)}`),
    ofAddress: (email: string): string => hashOf(`address ${normaliseEmail(email)}`),
  };
};
export type Fingerprints = ReturnType<typeof createFingerprints>;
