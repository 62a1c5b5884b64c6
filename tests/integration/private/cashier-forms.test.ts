import { beforeAll, describe, expect, it } from 'vitest';
import { postBody, postForm } from '../../helpers/page-form.ts';
import type { TestSite } from '../../helpers/site.ts';
import type { Treatment, UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { missingIn, paths, useCashierSite, valueOf } from './cashier-site.ts';

const { started, cookieOf, open, post, fill, rowsOf, ready } = useCashierSite();
let proxy: UpstreamProxy;
let site: TestSite;
beforeAll(() => {
  ({ proxy, site } = started());
});

/** Lets the platform carry out a call, but drops the answer. */
const loseAnswerOf =
  (call: string) =>
  ({ url }: { url: string }): Treatment =>
    url.endsWith(call) ? { change: () => 'lost' } : 'pass';

describe.each([
  ['payments', 'cashier/deposit', /^\/deposit\?payment=[0-9a-f-]{36}&whole=1$/],
  ['withdrawals', 'cashier/withdraw', /^\/my-accounts\/withdrawals\?whole=1$/],
] as const)('form for %s', (table, call, next) => {
  const path = paths[table];

  it('creates only one payment or withdrawal if the same page is submitted three times', async () => {
    const player = await ready();
    const entries = await fill(player, path, '500');
    const answers = await Promise.all([
      post(player, path, entries),
      post(player, path, entries),
      post(player, path, entries),
    ]);
    for (const { status, headers } of answers)
      expect([status, headers.location]).toEqual([303, expect.stringMatching(next)]);
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await rowsOf(table, player)).toMatchObject([{ amount_minor: '50000' }]);
  });

  it('keeps the amount and the idempotency key after a lost response, so that a retry has no second effect', async () => {
    const player = await ready();
    const entries = await fill(player, path, '500');
    proxy.treat(loseAnswerOf(call));
    const lost = await post(player, path, entries);
    expect(lost.status).toBe(422);
    expect(missingIn(lost, 'form__alert', 'may have been carried out')).toEqual([]);
    proxy.treat(() => 'pass');
    const again = Object.fromEntries(Object.keys(entries).map((name) => [name, valueOf(lost, name)]));
    expect(again).toEqual(entries);
    expect((await post(player, path, again)).status).toBe(303);
    expect(await rowsOf(table, player)).toHaveLength(1);
  });

  it('rejects an idempotency key that was already sent with another amount, and offers a new key', async () => {
    const player = await ready();
    const entries = await fill(player, path, '500');
    await post(player, path, entries);
    const other = await post(player, path, { ...entries, amount: '600' });
    expect(other.status).toBe(422);
    expect(missingIn(other, 'already sent a request with another amount')).toEqual([]);
    expect(await rowsOf(table, player)).toHaveLength(1);
    const idempotencyKey = valueOf(other, 'idempotencyKey');
    expect(idempotencyKey).not.toBe(entries['idempotencyKey']);
    expect(missingIn(other, /name="amount"[^>]*value="600"/)).toEqual([]);
  });

  it('keeps the typed amount while the platform is unreachable, and works again afterwards', async () => {
    const player = await ready();
    const entries = await fill(player, path, '500');
    proxy.treat(() => 'cut');
    const answer = await post(player, path, entries);
    expect(answer.status).toBe(422);
    expect(missingIn(answer, 'form__alert', /name="amount"[^>]*value="500"/)).toEqual([]);
    const page = await open(player, `${path}?whole=1`);
    expect(missingIn(page, 'This page cannot be shown now', `href="${path}`)).toEqual([]);
    proxy.treat(() => 'pass');
    expect(await rowsOf(table, player)).toEqual([]);
    expect((await post(player, path, entries)).status).toBe(303);
  });

  it('states the limits in the error for an amount outside the limits', async () => {
    const player = await ready();
    for (const amount of ['1', '0', '99,99,99,999']) {
      const answer = await post(player, path, await fill(player, path, amount));
      const message =
        /<input(?=[^>]*name="amount")(?=[^>]*aria-invalid="true")[^>]*aria-describedby="[^"]+-error [^"]*own-hint"/;
      expect([amount, answer.status, missingIn(answer, message, /From ₹[1-9]00 to ₹/)]).toEqual([
        amount,
        422,
        [],
      ]);
    }
    expect(await rowsOf(table, player)).toEqual([]);
  });

  it('returns 422 for a missing, repeated or invalid value of any field, and stores nothing', async () => {
    const player = await ready();
    const entries = await fill(player, path, '500');
    const hostile = [
      '<script>alert(1)</script>',
      '-500',
      '1e3',
      '5 0 0 x',
      '\0',
      '{{constructor}}',
      'a'.repeat(5000),
      '\u202e५००',
    ];
    for (const name of Object.keys(entries)) {
      const others = Object.entries(entries).filter(([other]) => other !== name);
      const cookie = { cookie: cookieOf(player) };
      const answers = [
        await postForm(site, path, others, cookie),
        await postForm(site, path, [...others, [name, '500'], [name, '500']], cookie),
        await postBody(site, path, `${new URLSearchParams(others)}&${name}=%ff%fe`, cookie),
      ];
      for (const value of hostile)
        answers.push(await postForm(site, path, [...others, [name, value]], cookie));
      for (const [index, answer] of answers.entries()) {
        expect({ name, index, status: answer.status }).toEqual({ name, index, status: 422 });
        expect(missingIn(answer, /field__error|form__alert/)).toEqual([]);
        expect(answer.text).not.toContain('<script>alert(1)');
      }
    }
    expect(await rowsOf(table, player)).toEqual([]);
  });

  it('redirects a visitor to the login, and rejects a request from another site', async () => {
    const visitor = await postForm(site, path, { amount: '500' });
    expect([visitor.status, visitor.headers.location]).toEqual([
      303,
      `/login?to=${encodeURIComponent(path)}`,
    ]);
    const player = await ready();
    const foreign = await postForm(site, path, await fill(player, path, '500'), {
      cookie: cookieOf(player),
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(foreign.status).toBe(403);
    expect(await rowsOf(table, player)).toEqual([]);
  });
});
