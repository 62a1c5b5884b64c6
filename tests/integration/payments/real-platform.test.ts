import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook } from '../../../platform/cashier/webhook-signature.ts';
import { deriveKey } from '../../../platform/config/derive-key.ts';
import type { DepositBegun } from '../../../shared/contract/cashier.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { freshName, shortForm } from '../../helpers/player.ts';
import { callAt, cookieHeader, jarOf } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

const siteUrl = 'https://lotto.example';
const secret = deriveKey(testKeys.drawSealKey, 'payments');
const amount = 500_00;

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ historyDays: 0, catalogue: gamesOf('jaldi'), config: { siteUrl } });
  site = await startSite({ platform, warm: false, live: false, env: { CALL_RATE_PERCENT: '0' } });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

interface Payer {
  jar: Record<string, string>;
  begun: DepositBegun;
  path: string;
  deposited: () => Promise<number>;
}
/** Signs up a player and begins a deposit through the site. */
const payer = async (): Promise<Payer> => {
  const signup = await callAt(site.origin, 'accounts/signup', shortForm({ username: freshName() }));
  const jar = jarOf(signup);
  const answer = await callAt(
    site.origin,
    'cashier/deposit',
    { amount, idempotencyKey: randomUUID() },
    { jar },
  );
  const { data: begun }: { data: DepositBegun } = JSON.parse(answer.text);
  const { origin, pathname } = new URL(begun.paymentUrl);
  expect(origin).toBe(siteUrl);
  return {
    jar,
    begun,
    path: pathname,
    async deposited() {
      return JSON.parse((await callAt(site.origin, 'wallet', {}, { jar })).text).data.depositBalance;
    },
  };
};
const form = (path: string, body: string, headers = {}) =>
  ask(site.origin, path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const tell = (body: string, signature: string, headers = {}) =>
  ask(site.origin, '/webhooks/payments/sandbox', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-webhook-signature': signature, ...headers },
  });

describe('deposit that was started on the site', () => {
  it.each([
    ['by a logged-in player', true],
    ['by a browser without a session', false],
  ])('is approved on the payment page and credited to the wallet: %s', async (_who, isLoggedIn) => {
    const { jar, path, deposited } = await payer();
    const headers = isLoggedIn ? { cookie: cookieHeader(jar) } : {};
    const page = await ask(site.origin, path, { headers });
    expect(page.status).toBe(200);
    expect(page.text).toContain('INR\u00a0500.00');
    expect(await deposited()).toBe(0);
    // Browsers send the form of the payment page with `Origin: null`, because of the page's referrer policy.
    const chosen = await form(path, 'outcome=approved', { ...headers, origin: 'null' });
    expect([chosen.status, chosen.headers.location]).toEqual([303, path]);
    expect(await deposited()).toBe(amount);
    expect((await ask(site.origin, path, { headers })).text).toContain('The payment is approved.');
  });

  it('has a payment page that obeys the site’s CSP and is not cached', async () => {
    const { path } = await payer();
    const { headers, text } = await ask(site.origin, path);
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policies = String(headers['content-security-policy']).split(', ');
    expect(policies).toHaveLength(2);
    const said = (directive: string) =>
      policies.map((policy) => policy.split('; ').find((part) => part.startsWith(`${directive} `)));
    expect(said('style-src')).toEqual([`style-src 'sha256-${hash}'`, undefined]);
    expect(said('form-action')).toEqual(["form-action 'self'", "form-action 'self'"]);
    expect(said('script-src')).toEqual([undefined, "script-src 'none'"]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
    for (const name of ['cdn-cache-control', 'cache-tag', 'set-cookie', 'etag'])
      expect(headers).not.toHaveProperty(name);
  });

  it('is not credited after an invalid choice on the payment page', async () => {
    const { path, deposited } = await payer();
    expect((await form(path, 'outcome=refunded')).status).toBe(400);
    expect((await form(`/sandbox/payments/${randomUUID()}`, 'outcome=approved')).status).toBe(404);
    expect(await deposited()).toBe(0);
  });
});

/**
 * The body of a webhook in valid but unusual JSON. The webhook's signature is valid only if the site forwards these
 * bytes unchanged.
 */
const bodyOf = ({ paymentId, currencyCode }: DepositBegun) =>
  `\t{ "outcome" :"approved",\r\n\r\n  "paymentId"\t: "${paymentId}" , "amountMinor":${amount}e0,"currencyCode":"\\u00${currencyCode.charCodeAt(0).toString(16)}${currencyCode.slice(1)}"}\n `;
describe('webhook through the site', () => {
  it('is accepted if its signature is valid', async () => {
    const { begun, deposited } = await payer();
    const body = bodyOf(begun);
    const { status, text, headers } = await tell(body, signWebhook(secret, Buffer.from(body), new Date()));
    expect([status, text]).toEqual([200, '{"received":true}']);
    expect(headers['cache-control']).toBe('no-store');
    expect(await deposited()).toBe(amount);
  });

  it('is rejected if it is forged or modified', async () => {
    const { begun, deposited } = await payer();
    const body = bodyOf(begun);
    const signed = signWebhook(secret, Buffer.from(body), new Date());
    for (const [said, signature] of [
      [body, signWebhook(Buffer.alloc(32, 1), Buffer.from(body), new Date())],
      [body.trim(), signed],
      [body, ''],
    ] as const)
      expect((await tell(said, signature)).status).toBe(401);
    expect(await deposited()).toBe(0);
  });
});
