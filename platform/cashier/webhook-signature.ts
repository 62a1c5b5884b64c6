import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Maximum age of a webhook's signature. A retry is not affected by the limit, because the sender signs each attempt
 * again.
 */
const longestMs = 5 * 60_000;

function mac(secret: Buffer, timeMs: string, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${timeMs}.`).update(body).digest();
}

/** Returns `t=<milliseconds since 1970>,v1=<hex>`, an HMAC-SHA256 over the time, a dot, and the bytes of the body. */
export function signWebhook(secret: Buffer, body: Buffer, now: Date): string {
  return `t=${now.getTime()},v1=${mac(secret, String(now.getTime()), body).toString('hex')}`;
}

/** Returns whether the sender knows the secret and signed within five minutes of `now`. Compares in constant time. */
export function isWebhookSigned(
  secret: Buffer,
  signature: string | string[] | undefined,
  body: Buffer,
  now: Date,
): boolean {
  const match = typeof signature === 'string' && /^t=(\d{13}),v1=([0-9a-f]{64})$/.exec(signature);
  if (!match) return false;
  const [, timeMs = '', hex = ''] = match;
  if (Math.abs(now.getTime() - Number(timeMs)) > longestMs) return false;
  return timingSafeEqual(mac(secret, timeMs, body), Buffer.from(hex, 'hex'));
}
