import { describe, expect, it } from 'vitest';
import { isWebhookSigned, signWebhook } from '../../../../platform/cashier/webhook-signature.ts';

const secret = Buffer.alloc(32, 7);
const body = Buffer.from('{"paymentId":"ü"}');
const now = new Date('2026-11-21T12:00:00Z');

function later(seconds: number) {
  return new Date(now.getTime() + seconds * 1000);
}

const signature = signWebhook(secret, body, now);

describe('the signature of a webhook', () => {
  it('is valid for five minutes before and after its timestamp', () => {
    expect(isWebhookSigned(secret, signature, body, later(300))).toBe(true);
    expect(isWebhookSigned(secret, signature, body, later(-300))).toBe(true);
    expect(isWebhookSigned(secret, signature, body, later(301))).toBe(false);
    expect(isWebhookSigned(secret, signature, body, later(-301))).toBe(false);
  });

  it('is invalid for another key, body or timestamp', () => {
    expect(isWebhookSigned(Buffer.alloc(32, 8), signature, body, now)).toBe(false);
    expect(isWebhookSigned(secret, signature, Buffer.from('{"paymentId":"u"}'), now)).toBe(false);
    const shifted = signature.replace(String(now.getTime()), String(now.getTime() + 1));
    expect(isWebhookSigned(secret, shifted, body, now)).toBe(false);
  });

  it.each([
    undefined,
    '',
    'v1=',
    ['a', 'b'],
    `t=1,v1=${'a'.repeat(64)}`,
    `${signature},v1=0`,
    signature.toUpperCase(),
  ])('is invalid if it is malformed or forged: %s', (wrong) => {
    expect(isWebhookSigned(secret, wrong, body, now)).toBe(false);
  });
});
