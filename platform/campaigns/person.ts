import { createHmac, timingSafeEqual } from 'node:crypto';
import { normaliseEmail } from '../../shared/domain/input-rules.ts';
import type { Account } from '../accounts/repository.ts';

/** Of which the same mailbox has many: with a tag behind a plus sign, with dots, and under the provider's two names. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@');
  const box = local.replace(/\+.*$/, '').replaceAll('.', '');
  return `${box}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

type Reached = Pick<Account, 'email' | 'mobile'>;

/** Whether two accounts are one and the same person's, as far as can be seen. No two accounts have one mobile. */
export function areSamePerson(one: Reached, other: Reached): boolean {
  return one.email !== null && other.email !== null && mailboxOf(one.email) === mailboxOf(other.email);
}

const hashBytes = 32;
const markBytes = 16;

/** Keyed hashes of addresses: who has them finds out neither an address nor whose it is. @param key 32 bytes */
export function createFingerprints(key: Buffer) {
  const hashOf = (subject: string) => createHmac('sha256', key).update(subject).digest('hex');
  const markOf = (addressHash: string) =>
    createHmac('sha256', key).update(`stop ${addressHash}`).digest().subarray(0, markBytes);
  return {
    /** The same for all accounts of one mailbox, else of one mobile. */
    ofPerson: ({ email, mobile }: Reached): string =>
      hashOf(email === null ? `mobile ${mobile ?? ''}` : `mailbox ${mailboxOf(email)}`),
    ofAddress: (email: string): string => hashOf(`address ${normaliseEmail(email)}`),
    /** What a link in a mail carries for an address: nobody can make one up. */
    tokenOf: (addressHash: string): string =>
      Buffer.concat([Buffer.from(addressHash, 'hex'), markOf(addressHash)]).toString('base64url'),
    /** The address's hash that a token is for; null: it is none of ours. */
    ofToken: (token: string): string | null => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== hashBytes + markBytes) return null;
      const addressHash = bytes.subarray(0, hashBytes).toString('hex');
      return timingSafeEqual(bytes.subarray(hashBytes), markOf(addressHash)) ? addressHash : null;
    },
  };
}

export type Fingerprints = ReturnType<typeof createFingerprints>;
