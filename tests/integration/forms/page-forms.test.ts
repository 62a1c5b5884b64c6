import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshMobile } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { ask } from '../../helpers/http.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { newestOtp, otherOtp } from '../../helpers/outbox.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { type TicketHolder, ticketHolder } from '../../helpers/ticket-holder.ts';

let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  site = await startSite({
    platform,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0' },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

describe('GET /login', () => {
  it('returns a page that shared caches may store, with or without a return address', async () => {
    const first = await ask(site.origin, '/login');
    expect(first.headers['cache-status']).toContain('stored');
    const plain = await ask(site.origin, '/login');
    expect(plain.status).toBe(200);
    expect(plain.headers['cache-control']).toContain('s-maxage');
    expect(plain.headers['set-cookie']).toBeUndefined();
    const withTo = await ask(site.origin, '/login?to=/my-accounts');
    expect(withTo.headers['cache-control']).toContain('s-maxage');
    expect(withTo.headers['set-cookie']).toBeUndefined();
  });

  it('shows the form in the language of the page', async () => {
    expect(formHtml(await ask(site.origin, '/nb/login'))).toContain('Brukernavn');
  });
});

describe('POST /login', () => {
  it('redirects to the return address and sets the session cookies', async () => {
    const { username } = await createPlayer(platform);
    const answer = await postForm(site, '/login?to=/results', { username, password: testPassword });
    expect([answer.status, answer.headers.location]).toEqual([303, '/results']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split('=', 1)[0]);
    // The answer clears the cookie `campaigncode`, because the campaign counts only for the first login after the
    // player has followed the campaign's link.
    expect(cookies).toEqual(['session', 'auth_user', 'campaigncode']);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://evil.example',
    `/${'a'.repeat(10_240)}`,
  ])('redirects to the home page instead of %s', async (to) => {
    const { username } = await createPlayer(platform);
    const path = `/nb/login?to=${encodeURIComponent(to)}`;
    const answer = await postForm(site, path, { username, password: testPassword });
    expect([answer.status, answer.headers.location]).toEqual([303, '/nb']);
  });

  it('returns 422 for a wrong password and keeps only the username in the form', async () => {
    const { username } = await createPlayer(platform);
    const answer = await postForm(site, '/login', { username, password: 'Wrong-river-42' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([422, 'private, no-store']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const html = formHtml(answer);
    expect(html).toContain('Wrong username or password.');
    expect(html).toContain(`value="${username}"`);
    expect(answer.text).not.toContain('Wrong-river-42');
  });

  it('shows only the first error and focuses its field', async () => {
    const answer = await postForm(site, '/nb/login', { username: '', password: '' });
    expect(answer.status).toBe(422);
    const html = formHtml(answer);
    expect(html).toContain('Skriv inn et brukernavn.');
    expect(html).not.toContain('Skriv inn et passord.');
    const input = /<input[^>]*name="username"[^>]*>/.exec(html)?.[0];
    expect(input).toContain('aria-invalid="true"');
    expect(input).toContain('autofocus');
    expect(input).toMatch(/aria-describedby="[^"]*-error"/);
  });
});

describe('POST /forgot-password', () => {
  it('sets a new password in three steps without JavaScript', async () => {
    const { username, email } = await createPlayer(platform);
    const first = await postForm(site, '/forgot-password', { step: '0', identifier: email });
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(first)).toContain('Step 2 of 3');

    const otp = await newestOtp(platform, email);
    const wrong = await postForm(site, '/forgot-password', {
      step: '1',
      identifier: email,
      otp: otherOtp(otp),
    });
    expect(wrong.status).toBe(422);
    expect(formHtml(wrong)).toContain('This code is wrong or has expired.');

    const second = await postForm(site, '/forgot-password', { step: '1', identifier: email, otp });
    expect(second.status).toBe(200);
    expect(formHtml(second)).toContain('Step 3 of 3');

    const password = 'Lamp-forest-77';
    const carried = { step: '2', identifier: email, otp };
    const differing = await postForm(site, '/forgot-password', {
      ...carried,
      password,
      confirmation: 'Lamp-forest-78',
    });
    expect(differing.status).toBe(422);
    expect(differing.text).not.toContain(password);

    const third = await postForm(site, '/forgot-password', { ...carried, password, confirmation: password });
    expect(third.status).toBe(200);
    expect(formHtml(third)).toContain('Your password is changed');
    expect((await postForm(site, '/login', { username, password })).status).toBe(303);
  });

  it.each([
    ['', 'If you have confirmed neither your e-mail address nor your mobile number, write to us.'],
    ['/hi', 'अगर आपने न ई-मेल पते की पुष्टि की है और न मोबाइल नंबर की, तो हमें लिखें।'],
    ['/pt', 'Se não confirmou nem o e-mail nem o telemóvel, escreva-nos.'],
    ['/nb', 'Skriv til oss hvis du verken har bekreftet e-postadressen eller mobilnummeret.'],
  ])(
    'advises players without a verified contact to write to support: %s/forgot-password',
    async (prefix, advice) => {
      const { email } = await createPlayer(platform, { country_code: '+91', mobile_no: freshMobile() });
      const sent = await postForm(site, `${prefix}/forgot-password`, { identifier: email });
      expect(sent.status).toBe(200);
      expect(formHtml(sent)).toContain(advice);
      expect(formHtml(sent)).toContain(`href="${prefix}/contactus"`);
      await expect(newestOtp(platform, email)).rejects.toThrow('no code went to');
    },
  );

  it('returns 200 and does not reveal that an address has no account', async () => {
    const answer = await postForm(site, '/forgot-password', { identifier: 'nobody@mail.example' });
    expect(answer.status).toBe(200);
    expect(formHtml(answer)).toContain('if this address or number belongs to an account');
  });

  it('sends another one-time password on request', async () => {
    const { email } = await createPlayer(platform);
    await postForm(site, '/forgot-password', { identifier: email });
    const first = await newestOtp(platform, email);
    const again = await postForm(site, '/forgot-password', {
      step: '1',
      identifier: email,
      otp: '1',
      resend: '1',
    });
    expect(again.status).toBe(200);
    expect(formHtml(again)).toContain('A new code is on its way.');
    expect(await newestOtp(platform, email)).not.toBe(first);
  });

  it('shows the step with the invalid field again', async () => {
    const answer = await postForm(site, '/forgot-password', {
      step: '2',
      identifier: 'no address',
      otp: '123456',
    });
    expect(answer.status).toBe(422);
    expect(formHtml(answer)).toContain('Step 1 of 3');
  });
});

describe.each([
  ['/contactus', 'contact'],
  ['/scheduledemo', 'demo'],
])('POST %s', (path, kind) => {
  const entries = { username: 'Åse', email: 'ase@mail.example', message: 'One\r\nTwo', consent: '1' };

  it('stores the message and shows its reference number', async () => {
    const answer = await platform.call('support/challenge', {});
    if (!answer.body.success) throw new Error('no challenge');
    const challenge: Challenge = JSON.parse(JSON.stringify(answer.body.data.challenge));
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const sent = await postForm(site, path, { ...entries, captcha });
    expect(sent.status).toBe(200);
    const reference = /GL-[0-9A-F]{5}-[0-9A-F]{5}/.exec(formHtml(sent))?.[0] ?? '';
    expect(
      await queryDatabase(
        platform.databaseUrl,
        `select kind, username, email, message from support_messages where reference = '${reference}'`,
      ),
    ).toEqual([{ kind, username: 'Åse', email: 'ase@mail.example', message: 'One\nTwo' }]);
  });

  it('answers a missing captcha with the message that the spam check needs JavaScript', async () => {
    const answer = await postForm(site, path, entries);
    expect(answer.status).toBe(422);
    const html = formHtml(answer);
    expect(html).toContain('This check needs JavaScript.');
    expect(html).toMatch(/<textarea[^>]*>One\r?\nTwo<\/textarea>/);
    expect(html).toMatch(/<input[^>]*name="consent"[^>]*checked/);
  });
});

/**
 * Submits the two steps of the claim form.
 * @returns the status that the page shows
 */
async function shownStatus({ receiptNumber, mobile }: TicketHolder): Promise<string> {
  const ticket = { receiptNumber: receiptNumber.toLowerCase(), phoneCode: '+91', mobile: mobile.slice(3) };
  const sent = await postForm(site, '/claim-status', { step: '0', ...ticket });
  expect(sent.status).toBe(200);
  const otp = await newestOtp(platform, mobile);
  const wrong = await postForm(site, '/claim-status', { step: '1', ...ticket, otp: otherOtp(otp) });
  expect(wrong.status).toBe(422);
  expect(formHtml(wrong)).toContain('This code is wrong or has expired.');
  expect(formHtml(wrong)).toContain(`value="${ticket.receiptNumber}"`);
  const shown = await postForm(site, '/claim-status', { step: '1', ...ticket, otp });
  expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store']);
  return formHtml(shown);
}

describe('POST /claim-status', () => {
  it('shows before the draw that the ticket is pending, and after the draw its prize', async () => {
    const winner = await ticketHolder(
      platform,
      Array.from({ length: 10 }, (_, number) => ({ number })),
    );
    const pending = await shownStatus(winner);
    expect(pending).toContain('The draw is still to come');
    expect(pending).toContain(winner.receiptNumber);
    await drawNextJaldi(platform);
    const paid = await shownStatus(winner);
    expect(paid).toContain('Prize paid');
    expect(paid).toMatch(/<td>₹[\d,]+<\/td>/);
  });

  it('shows an error if the mobile number does not belong to the country', async () => {
    const answer = await postForm(site, '/claim-status', {
      receiptNumber: 'JALDI-1-7QK2M9XA4T',
      phoneCode: '+91',
      mobile: '12345678',
    });
    expect(answer.status).toBe(422);
    expect(formHtml(answer)).toContain('This is not a mobile number of that country.');
    expect(formHtml(answer)).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="mobile"/);
  });
});
