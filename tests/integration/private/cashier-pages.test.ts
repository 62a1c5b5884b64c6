import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { formHtml, postBody, postFiles } from '../../helpers/page-form.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { sampleIdCard } from '../../helpers/sample-documents.ts';
import type { TestSite } from '../../helpers/site.ts';
import type { UpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { missingIn, now, paths, useCashierSite, valueOf } from './cashier-site.ts';

const { started, cookieOf, open, post, fill, rowsOf, ready } = useCashierSite();
let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
beforeAll(() => {
  ({ platform, proxy, site } = started());
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
