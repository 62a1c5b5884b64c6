import { createHmac, hkdfSync } from 'node:crypto';
import type { CallName, CallRequest } from '../../shared/contract/calls.ts';

/**
 * Creates the function that adds an idempotency key to a signup. Browsers without script send no key, because all
 * visitors receive the same cached form. The key is derived from the form's data. A form that is sent twice therefore
 * has the same key both times, and the platform repeats its first answer. Without a key, a player who repeats a signup
 * after its answer was lost would read that their own username is taken.
 * @param secret the same on all instances, because another instance may receive the repeated form
 */
export function createSignupKeys(secret: string): (data: CallRequest<CallName>) => void {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'golden-lotto signup key', 32));
  return (data) => {
    if (!('ageconfirm' in data)) return;
    data.idempotencyKey = createHmac('sha256', key).update(JSON.stringify(data)).digest('base64url');
  };
}
