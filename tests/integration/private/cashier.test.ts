import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { formHtml, postBody, postFiles, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sampleIdCard } from '../../helpers/sample-documents.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy, type Treatment, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
beforeAll(async () => {
  proxy = await startUpstreamProxy('http://127.0.0.1:1');
  site = await startSite({
    platform: proxy,
    clock: { now: () => now },
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
  });
  // The payment page links back to the site, so the platform has to know the site's origin.
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi'), config: { siteUrl: site.origin } });
  proxy.retarget(platform.url);
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});
beforeEach(() => proxy.treat(() => 'pass'));

const cookieOf = (player: FundedPlayer): string => cookieHeader(sessionJar(site, player));
const open = (player: FundedPlayer, path: string): Promise<Answer> =>
  ask(site.origin, path, { headers: { cookie: cookieOf(player) } });
const post = (player: FundedPlayer, path: string, entries: Record<string, string>): Promise<Answer> =>
  postForm(site, path, entries, { cookie: cookieOf(player) });

/**
 * Of the given texts and patterns, returns those that a page does not contain. A failed test then prints only those,
 * not the page.
 */
const missingIn = (answer: Answer, ...texts: (string | RegExp)[]): (string | RegExp)[] => {
  const html = formHtml(answer);
  return texts.filter((text) => (typeof text === 'string' ? !html.includes(text) : !text.test(html)));
};
const valueOf = (answer: Answer, name: string): string =>
  new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(formHtml(answer))?.[1] ?? '';

/** Opens a form, and returns the entries that a browser sends after the player has typed an amount. */
async function fill(player: FundedPlayer, path: string, amount: string): Promise<Record<string, string>> {
  const page = await open(player, `${path}?whole=1`);
  expect(page.status).toBe(200);
  const names = [...(path.endsWith('/deposit') ? ['providerId'] : []), 'currency', 'idempotencyKey'];
  return { amount, ...Object.fromEntries(names.map((name) => [name, valueOf(page, name)])) };
}
const rowsOf = (table: 'payments' | 'withdrawals', { accountId }: FundedPlayer) =>
  queryDatabase(platform.databaseUrl, `select * from ${table} where account_id = $1`, [accountId]);

/** Lets the platform carry out a call, but drops the answer. */
const loseAnswerOf =
  (call: string) =>
  ({ url }: { url: string }): Treatment =>
    url.endsWith(call) ? { change: () => 'lost' } : 'pass';

const paths = { payments: '/deposit', withdrawals: '/my-accounts/withdraw' } as const;
/** Creates a player who can deposit and withdraw. */
const ready = (funds = {}): Promise<FundedPlayer> =>
  fundedPlayer(platform, {
    funds: { winnings: 900_00, ...funds },
    account: { email: `${randomUUID()}@mail.example`, emailVerifiedAt: now, kycState: 'approved' },
  });

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

/** Begins a deposit without JavaScript. @returns the paths of the result page and of the payment page */
async function begin(player: FundedPlayer, path = '/deposit'): Promise<{ result: string; payment: string }> {
  const { headers } = await post(player, path, await fill(player, path, '500'));
  const result = headers.location ?? '';
  const page = await open(player, result);
  const [, payment = ''] = /href="[^"]*(\/sandbox\/payments\/[0-9a-f-]{36})"/.exec(formHtml(page)) ?? [];
  return { result, payment };
}
const choose = (payment: string, outcome: string): Promise<Answer> =>
  postBody(site, payment, `outcome=${outcome}`);

/** Inserts another payment method before the sandbox's method in the platform's answer. */
function withOtherProvider(body: string): string {
  const answer = JSON.parse(body);
  const [sandbox] = answer.data.providers;
  answer.data.providers = [{ ...sandbox, providerId: 'other', name: 'Other' }, sandbox];
  return JSON.stringify(answer);
}

describe('deposit page', () => {
  it.each([
    ['approved', 'Innskuddet ditt er mottatt', '₹\u00a0500|500'],
    ['declined', 'Betalingen ble avvist', '/nb/deposit?amount=500'],
    ['cancelled', 'Du avbrøt betalingen', '/nb/deposit?amount=500'],
  ])('shows the result when the player returns from the payment page: %s', async (outcome, title, also) => {
    const player = await ready({ winnings: 0 });
    const { result, payment } = await begin(player, '/nb/deposit');
    expect(missingIn(await open(player, result), 'Denne betalingen er ikke bekreftet ennå')).toEqual([]);
    await choose(payment, outcome);
    const page = await ask(site.origin, payment);
    const [, back = ''] = /<a class="back" href="([^"]*)"/.exec(page.text) ?? [];
    expect(back).toMatch(new RegExp(`^${site.origin}/nb/deposit\\?payment=[0-9a-f-]{36}$`));
    const shown = await open(player, `${back.slice(site.origin.length)}&whole=1`);
    expect(missingIn(shown, title, new RegExp(also.replace('?', '\\?')))).toEqual([]);
    expect(await player.holds('deposit')).toBe(outcome === 'approved' ? 500_00 : 0);
  });

  it('reports that a deposit is sent back if the player’s time-out began before the payment', async () => {
    const player = await ready({ winnings: 0 });
    const { result, payment } = await begin(player);
    const admin = operatorOf(platform);
    await admin('limits', 'time-out', await usernameOf(player), '--days', '1', '--reason', 'Asked for it');
    await choose(payment, 'approved');
    await expect.poll(() => player.holds('held')).toBe(500_00);
    const shown = await open(player, result);
    expect(missingIn(shown, 'Your deposit is sent back', 'All your withdrawals', 'Choose a game')).toEqual([
      'Choose a game',
    ]);
    expect(missingIn(await open(player, '/my-accounts/deposits?whole=1'), 'Sent back')).toEqual([]);
    const file = await open(player, '/api/transaction/depositSummary.csv');
    expect(file.text).toContain(',500.00,Sent back,');
  });

  it('waits for a late webhook, counts a repeated webhook once, and ignores a forged one', async () => {
    const player = await ready({ winnings: 0 });
    const { result, payment } = await begin(player);
    const { sandbox } = platform.deps;
    if (!sandbox) throw new Error('no sandbox');
    sandbox.listensAt('http://127.0.0.1:1');
    await choose(payment, 'approved');
    sandbox.listensAt(platform.url);
    const waiting = 'This payment is not confirmed yet';
    expect(missingIn(await open(player, result), waiting, 'Check again')).toEqual([]);
    const webhook = await sandbox.webhookOf(payment.slice(-36));
    if (!webhook) throw new Error('no webhook');
    const send = (headers: Record<string, string>) =>
      ask(site.origin, '/webhooks/payments/sandbox', { method: 'POST', body: webhook.body, headers });
    const forged = await send({
      ...webhook.headers,
      'x-webhook-signature': `t=${now.getTime()},v1=${'0'.repeat(64)}`,
    });
    expect(forged.status).toBe(401);
    expect(missingIn(await open(player, result), waiting)).toEqual([]);
    expect(await player.holds('deposit')).toBe(0);
    expect(
      (await Promise.all([send(webhook.headers), send(webhook.headers)])).map(({ status }) => status),
    ).toEqual([200, 200]);
    expect(missingIn(await open(player, result), 'Your deposit has arrived')).toEqual([]);
    expect(await player.holds('deposit')).toBe(500_00);
  });

  it('shows the form and an error if the URL names an unknown payment or another player’s payment', async () => {
    const { result } = await begin(await ready());
    const other = await ready();
    for (const address of [
      result,
      '/deposit?payment=x&whole=1',
      `/deposit?payment=${randomUUID()}&whole=1`,
    ]) {
      const page = await open(other, address);
      expect(page.status).toBe(200);
      expect(missingIn(page, 'This payment does not exist', 'name="amount"')).toEqual([]);
    }
  });

  it('is the target of a redirect from /my-accounts?source=deposit in the same language', async () => {
    const { status, headers } = await open(await ready(), '/nb/my-accounts?source=deposit');
    expect([status, headers.location]).toEqual([303, '/nb/deposit']);
  });

  it('offers the configured payment method first', async () => {
    const player = await ready();
    proxy.treat(({ url }) => (url.endsWith('getPaymentProvider') ? { change: withOtherProvider } : 'pass'));
    const page = formHtml(await open(player, '/deposit?whole=1'));
    const options = page.matchAll(/<option value="([a-z]+)"/g);
    expect([...options].map(([, value]) => value)).toEqual(['sandbox', 'other']);
  });

  it('shows an error at the amount if it has more digits than `inputsMaxLength.number`', async () => {
    const player = await ready();
    for (const [digits, text] of [
      [11, 'Enter an amount such as'],
      [10, 'outside the allowed limits'],
    ] as const) {
      const answer = await post(player, '/deposit', await fill(player, '/deposit', '9'.repeat(digits)));
      expect([digits, answer.status, missingIn(answer, text)]).toEqual([digits, 422, []]);
    }
  });

  it('fills in the amount from the URL if this amount is valid', async () => {
    const player = await ready();
    expect(valueOf(await open(player, '/deposit?amount=750.50&whole=1'), 'amount')).toBe('750.50');
    expect(valueOf(await open(player, '/deposit?amount=%22%3E%3Cb%3E&whole=1'), 'amount')).toBe('');
  });
});

describe('withdrawal page', () => {
  const path = paths.withdrawals;
  const identity = { firstName: 'Asha', lastName: 'Rao', birthDate: '1990-02-28', countryId: 'IN' };

  it('shows the next condition that the player must meet', async () => {
    const email = `${randomUUID()}@mail.example`;
    const funds = { winnings: 900_00 };
    const unverified = await fundedPlayer(platform, { funds, account: { email } });
    const first = await open(unverified, `${path}?whole=1`);
    expect(
      missingIn(
        first,
        'Before your first withdrawal',
        'Not verified',
        `We send a code to ${email}`,
        'action="/my-accounts/verify-email"',
      ),
    ).toEqual([]);
    expect(missingIn(first, 'name="amount"')).toHaveLength(1);

    const verified = { email: `b${email}`, emailVerifiedAt: now };
    const nameless = await fundedPlayer(platform, { funds, account: verified });
    expect(
      missingIn(await open(nameless, `${path}?whole=1`), 'Not started', 'href="/my-accounts/edit"'),
    ).toEqual([]);

    const named = await fundedPlayer(platform, {
      funds,
      account: { ...verified, email: `c${email}`, ...identity },
    });
    const third = await open(named, `${path}?whole=1`);
    expect(missingIn(third, 'request the check', 'action="/my-accounts/identity"')).toEqual([]);
    const requested = await postFiles(
      site,
      '/my-accounts/identity',
      [{ field: 'identity', content: sampleIdCard() }],
      { cookie: cookieOf(named) },
    );
    expect([requested.status, requested.location]).toEqual([303, '/my-accounts/identity?whole=1']);
    expect(missingIn(await open(named, `${path}?whole=1`), 'In progress', 'Our staff is checking')).toEqual(
      [],
    );

    const admin = operatorOf(platform);
    const username = await usernameOf(named);
    await admin('players', 'identity', username, 'refuse', '--reason', 'The name differs.');
    expect(
      missingIn(await open(named, `${path}?whole=1`), 'Refused', 'The name differs.', 'request the check'),
    ).toEqual([]);
    await admin('players', 'identity', username, 'approve');
    const withoutAccount = await open(named, `${path}?whole=1`);
    expect(missingIn(withoutAccount, 'Add a bank account', 'name="accountNumber"', '₹900')).toEqual([]);
    expect(missingIn(withoutAccount, 'name="amount"', 'name="iban"')).toHaveLength(2);
  });

  it('lets the player add a bank account, use it and remove it without JavaScript', async () => {
    const player = await fundedPlayer(platform, {
      funds: { winnings: 900_00 },
      account: { emailVerifiedAt: now, kycState: 'approved' },
    });
    const accounts = '/my-accounts/destinations';
    const number = { bankCode: 'test 0001234', accountNumber: '12' };
    const entries = { ...(await fill(player, accounts, '')), ...number };
    const wrong = await post(player, accounts, entries);
    expect(wrong.status).toBe(422);
    expect(missingIn(wrong, /value="12"/, /value="test 0001234"/, /field__error/)).toEqual([]);
    const added = await post(player, accounts, { ...entries, accountNumber: '0001 2345 0042' });
    expect([added.status, added.headers.location]).toEqual([303, `${path}?whole=1`]);
    const page = await open(player, `${path}?whole=1`);
    expect(missingIn(page, '•••• 0042', '•••• 6789', 'name="destination"')).toEqual([]);
    const destination = /<option(?=[^>]*value="([^"]*)")[^>]*>•••• 0042/.exec(formHtml(page))?.[1] ?? '';
    await post(player, path, { ...(await fill(player, path, '600')), destination });
    const [row] = await rowsOf('withdrawals', player);
    expect(row).toMatchObject({ destination_label: '•••• 0042' });
    await operatorOf(platform)('withdrawals', 'approve', String(row?.['withdrawal_id']));
    await platform.deps.payouts.sendDue();
    await expect.poll(() => player.holds('held')).toBe(0);
    const list = await open(player, '/my-accounts/withdrawals?whole=1');
    expect(missingIn(list, '•••• 0042', 'Requested: 2', 'Approved: 2', 'Sending: 2', 'Paid: 2')).toEqual([]);
    const removal = `${accounts}/remove`;
    const removed = await post(player, removal, { destinationId: String(row?.['destination_id']) });
    expect([removed.status, removed.headers.location]).toEqual([303, `${accounts}?whole=1`]);
    expect(missingIn(await open(player, `${accounts}?whole=1`), '•••• 6789', '•••• 0042')).toEqual([
      '•••• 0042',
    ]);
  });

  it('shows an error if the amount exceeds the balance, and no form if the balance is below the minimum', async () => {
    const player = await ready();
    const answer = await post(player, path, await fill(player, path, '900.01'));
    expect(answer.status).toBe(422);
    expect(
      missingIn(
        answer,
        /field__error[^>]*>You can withdraw less than this now\. .*held for another withdrawal/,
      ),
    ).toEqual([]);
    const poor = await ready({ winnings: 499_99 });
    const page = await open(poor, `${path}?whole=1`);
    expect(missingIn(page, 'A withdrawal is at least ₹500', '₹499.99')).toEqual([]);
    expect(missingIn(page, 'name="amount"')).toHaveLength(1);
  });

  it('lists the withdrawal with its state before and after an operator decides', async () => {
    const player = await ready();
    const list = '/my-accounts/withdrawals?whole=1';
    await post(player, path, await fill(player, path, '600.50'));
    expect(missingIn(await open(player, list), '₹600.50', 'Waiting for a decision')).toEqual([]);
    expect(
      missingIn(await open(player, `${path}?whole=1`), 'Held for withdrawals', '₹600.50', '₹299.50'),
    ).toEqual([]);
    const [row] = await rowsOf('withdrawals', player);
    const id = String(row?.['withdrawal_id']);
    await operatorOf(platform)('withdrawals', 'refuse', id, '--reason', 'The account of the bank is closed.');
    expect(missingIn(await open(player, list), 'Refused', 'The account of the bank is closed.')).toEqual([]);
    expect(await player.holds('winnings')).toBe(900_00);
  });
});

async function usernameOf(player: FundedPlayer): Promise<string> {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? body.data.username : '';
}
