import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'x-golden-lotto-signature';

/** The largest accepted difference, in ms, between the time in a notice's signature and the current time. */
const windowMs = 5 * 60_000;
const headerShape = /^t=(\d{13}),v1=([0-9a-f]{64})$/;

/** Returns `t=<milliseconds since 1970>,v1=<hex>`: an HMAC-SHA256 over the time, a dot, and the bytes of the body. */
export function signNotice(secret: string, body: string, timeMs: number): string {
  return `t=${timeMs},v1=${createHmac('sha256', secret).update(`${timeMs}.${body}`).digest('hex')}`;
}

/**
 * Checks the signature of a notice in constant time.
 * @param secrets the current secret, and the previous one while it is being replaced
 * @returns the reason for rejecting the notice, or null for a valid signature
 */
export function signatureFault(
  secrets: readonly string[],
  header: string | string[] | undefined,
  body: Buffer,
  nowMs: number,
): 'signature' | 'timestamp' | null {
  const [, time = '', hex = ''] = (typeof header === 'string' && headerShape.exec(header)) || [];
  if (hex === '') return 'signature';
  const given = Buffer.from(hex, 'hex');
  let isValid = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
    isValid = timingSafeEqual(expected, given) || isValid;
  }
  if (!isValid) return 'signature';
  return Math.abs(nowMs - Number(time)) > windowMs ? 'timestamp' : null;
}
