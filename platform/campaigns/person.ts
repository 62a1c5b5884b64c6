import { createHmac, timingSafeEqual } from 'node:crypto';
import { normaliseEmail } from '../../shared/domain/input-rules.ts';
import type { Account } from '../accounts/repository.ts';

/**
 * Maps all spellings of a mailbox to the same text. In the part before the at sign, removes dots, and the first plus
 * with everything after it. Replaces googlemail.com with gmail.com.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@');
  const box = local.replace(/\+.*$/, '').replaceAll('.', '');
  return `${box}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}

type Reached = Pick<Account, 'email' | 'mobile'>;

/**
 * Returns whether two accounts share a mailbox. Mobiles are not compared, because no two accounts have the same mobile.
 */
export function areSamePerson(one: Reached, other: Reached): boolean {
  return one.email !== null && other.email !== null && mailboxOf(one.email) === mailboxOf(other.email);
}

const hashBytes = 32;
const markBytes = 16;

/**
 * Creates functions that hash addresses with a key, so that a hash reveals neither the address nor its account.
 * @param keyNow returns the key of 32 bytes. `keyNow` is called for each hash, because the platform creates these
 *   functions before it loads the key
 */
export function createFingerprints(keyNow: () => Buffer) {
  const hashOf = (subject: string) => createHmac('sha256', keyNow()).update(subject).digest('hex');
  const markOf = (addressHash: string) =>
    createHmac('sha256', keyNow()).update(`stop ${addressHash}`).digest().subarray(0, markBytes);
  return {
    /**
     * Returns the same hash for all accounts that share a mailbox. For an account without a mail address, it hashes the
     * mobile.
     */
    ofPerson: ({ email, mobile }: Reached): string =>
      hashOf(email === null ? `mobile ${mobile ?? ''}` : `mailbox ${mailboxOf(email)}`),
    ofAddress: (email: string): string => hashOf(`address ${normaliseEmail(email)}`),
    /**
     * Returns the token for a link in a mail to an address. The token is signed, so that a client cannot create tokens
     * for other addresses.
     */
    tokenOf: (addressHash: string): string =>
      Buffer.concat([Buffer.from(addressHash, 'hex'), markOf(addressHash)]).toString('base64url'),
    /** Returns the hash of the address that a token was made for, or null for a forged token. */
    ofToken: (token: string): string | null => {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== hashBytes + markBytes) return null;
      const addressHash = bytes.subarray(0, hashBytes).toString('hex');
      return timingSafeEqual(bytes.subarray(hashBytes), markOf(addressHash)) ? addressHash : null;
    },
  };
}

export type Fingerprints = ReturnType<typeof createFingerprints>;
