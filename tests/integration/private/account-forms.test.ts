import { describe, expect, it } from 'vitest';
import { calls } from '../../../shared/contract/calls.ts';
import { useAccountSite } from '../../helpers/account-site.ts';
import { freshMail, freshMobile, profileOf, verifyMail } from '../../helpers/contact-actions.ts';
import type { Answer } from '../../helpers/http.ts';
import { newestOtp, otherOtp } from '../../helpers/outbox.ts';
import { formHtml, postBody, postForm } from '../../helpers/page-form.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';

const account = useAccountSite();
const { post, get } = account;

const profile = async () => {
  const { body } = await account.player.call('accounts/getUserProfile', {});
  return body.success ? body.data : null;
};
/** Returns the name and value of each cookie that an answer sets. */
const cookiesOf = ({ headers }: Answer): string[] =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');

const changes = { firstName: 'Asha', lastName: 'Rao', country: 'IN', state: 'IN-MH', city: '<b>Pune</b>' };
const typed = { ...changes, language: 'en' };
/**
 * Of the given texts and patterns, returns those that the page does not contain. A failed test then prints only those,
 * not the page.
 */
const missingIn = (answer: Answer, ...texts: (string | RegExp)[]): (string | RegExp)[] => {
  const html = formHtml(answer);
  return texts.filter((text) => (typeof text === 'string' ? !html.includes(text) : !text.test(html)));
};

describe('account form without JavaScript', () => {
  it('saves the values, redirects to the next screen, and shows a confirmation there once', async () => {
    const answer = await post('/my-accounts/edit', { ...typed, isPromotion: '1' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/my-accounts?whole=1']);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(await profile()).toMatchObject({ ...changes, isPromotion: 1, showInWinners: 0 });
    const [notice = ''] = cookiesOf(answer);
    const next = await get('/my-accounts?whole=1', `${account.cookie}; ${notice}`);
    expect(missingIn(next, 'Your profile has been saved.')).toEqual([]);
    expect(cookiesOf(next)).toEqual(['account-notice=']);
    const reloaded = await get('/my-accounts?whole=1');
    expect(missingIn(reloaded, 'Your profile has been saved.')).toHaveLength(1);
  });

  it('ignores a forged notice cookie', async () => {
    for (const value of ['nonsense', '__proto__', '<b>', 'login'])
      expect((await get('/my-accounts?whole=1', `${account.cookie}; account-notice=${value}`)).status).toBe(
        200,
      );
  });

  it('shows the player’s stored data', async () => {
    await post('/my-accounts/edit', typed);
    const page = await get('/my-accounts/edit?whole=1');
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const expected = [
      /name="firstName"[^>]*value="Asha"/,
      'value="&lt;b&gt;Pune&lt;/b&gt;"',
      /<option value="IN-MH" selected="">Maharashtra/,
      'action="/my-accounts/edit"',
      'aria-current="true" href="/my-accounts"',
    ];
    expect(missingIn(page, ...expected)).toEqual([]);
    // The page contains no script (`$RC`) that moves the form into its place, because a browser without JavaScript
    // could not run this script.
    expect(missingIn(page, '$RC(')).toHaveLength(1);
  });

  it('returns 422 with the message at the field and the typed values, in the language of the page', async () => {
    const wrong = { lastName: '1', showInWinners: '1', winMail: '1', verified: 'none' };
    const answer = await post('/nb/my-accounts/edit', { ...typed, ...wrong });
    expect([answer.status, answer.headers['cache-control']]).toEqual([422, 'private, no-store']);
    const expected = [
      /name="lastName"[^>]*value="1"/,
      /<input(?=[^>]*name="lastName")[^>]*aria-invalid="true"/,
      /<input(?=[^>]*name="showInWinners")[^>]*checked/,
      /<input(?=[^>]*name="winMail")[^>]*checked/,
      'Vi skriver bare til en bekreftet e-postadresse, og du har ingen',
      'Et navn',
      'href="/nb/my-accounts/balances"',
    ];
    expect(missingIn(answer, ...expected)).toEqual([]);
    expect(await profile()).toMatchObject({ firstName: null, city: null });
  });

  it('shows an error from the platform at the field that it concerns', async () => {
    const answer = await post('/my-accounts/edit', { ...typed, birthDate: '2015-01-01' });
    expect(answer.status).toBe(422);
    expect(missingIn(answer, 'You must be 18 or over to play.')).toEqual([]);
    expect(await profile()).toMatchObject({ firstName: null, birthDate: null });
  });

  it('redirects a visitor and a player with an ended session to the login', async () => {
    const visitor = await postForm(account.site, '/my-accounts/edit', typed);
    expect([visitor.status, visitor.headers.location]).toEqual([303, '/login?to=%2Fmy-accounts%2Fedit']);
    await account.player.call('accounts/logout', {});
    const ended = await post('/nb/my-accounts/edit', typed);
    expect([ended.status, ended.headers.location]).toEqual([303, '/nb/login?to=%2Fnb%2Fmy-accounts%2Fedit']);
    expect(cookiesOf(ended)).toEqual(['session=', 'auth_user=']);
  });

  it('keeps the typed values, shows a message and changes nothing while the platform fails', async () => {
    account.proxy.treat(() => 'fail');
    const answer = await post('/my-accounts/edit', typed);
    expect(answer.status).toBe(422);
    const expected = [/class="form__alert" role="alert"[^>]*>[^<]+/, /name="firstName"[^>]*value="Asha"/];
    expect(missingIn(answer, ...expected)).toEqual([]);
    account.proxy.treat(() => 'pass');
    expect(await profile()).toMatchObject({ firstName: null });
  });

  it('rejects requests from other sites, and malformed bodies', async () => {
    const foreign = await postForm(account.site, '/my-accounts/edit', typed, {
      cookie: account.cookie,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(foreign.status).toBe(403);
    const twice = await postBody(account.site, '/my-accounts/edit', 'firstName=Asha&firstName=Ravi', {
      cookie: account.cookie,
    });
    expect(twice.status).toBe(422);
    const bytes = await postBody(account.site, '/my-accounts/edit', 'firstName=%ff%fe', {
      cookie: account.cookie,
    });
    expect(bytes.status).toBe(422);
    expect(await profile()).toMatchObject({ firstName: null });
  });
});

describe('profile form', () => {
  it('rejects an empty value for a personal detail that the player has given before', async () => {
    await post('/my-accounts/edit', typed);
    const answer = await post('/my-accounts/edit', { ...typed, firstName: '', given: 'firstName country' });
    expect(answer.status).toBe(422);
    expect(missingIn(answer, 'You can change this, but not delete it.')).toEqual([]);
    expect(await profile()).toMatchObject({ firstName: 'Asha' });
  });

  it('saves the subscription to win mails, and warns a player whose e-mail address is not verified', async () => {
    const warning = 'We write only to a verified e-mail address, and you have none yet.';
    const note = 'We write only to a verified e-mail address.';
    const fresh = await get('/nb/my-accounts/edit?whole=1');
    expect(missingIn(fresh, 'Vi skriver bare til en bekreftet e-postadresse, og du har ingen')).toEqual([]);
    expect(missingIn(fresh, /<input(?=[^>]*name="winMail")[^>]*checked/)).toHaveLength(1);
    expect((await post('/my-accounts/edit', { ...typed, winMail: '1' })).status).toBe(303);
    expect(await profile()).toMatchObject({ winMail: 1, emailVerified: false });
    const ticked = await get('/my-accounts/edit?whole=1');
    expect(missingIn(ticked, warning, /<input(?=[^>]*name="winMail")[^>]*checked/)).toEqual([]);
    expect(missingIn(await get('/my-accounts?whole=1'), note)).toEqual([]);
    expect(await verifyMail(account.platform, account.player, account.player.email)).toBe('10000');
    expect(missingIn(await get('/my-accounts/edit?whole=1'), warning)).toHaveLength(1);
    expect(missingIn(await get('/my-accounts?whole=1'), note)).toHaveLength(1);
    // A browser does not send the field of a cleared checkbox, so the request contains no `winMail`.
    expect((await post('/my-accounts/edit', typed)).status).toBe(303);
    expect(await profile()).toMatchObject({ winMail: 0 });
  });

  it('makes details read-only while an operator checks them, and saves the other details', async () => {
    await account.player.call('accounts/updateUserDetails', {
      firstName: 'Asha',
      lastName: 'Rao',
      birthDate: '1990-02-03',
      country: 'IN',
      state: 'IN-MH',
    });
    await account.player.call(
      'accounts/requestVerification',
      calls['accounts/requestVerification'].example.request,
    );
    const page = await get('/my-accounts/edit?whole=1');
    const fixed = [
      /<input(?=[^>]*name="firstName")(?=[^>]*readOnly)[^>]*value="Asha"/,
      /<input type="hidden" name="country" value="IN"/,
      /readOnly[^>]*value="Maharashtra"/,
    ];
    expect(missingIn(page, ...fixed)).toEqual([]);
    const marked = formHtml(page).match(/<label[^>]*>[^<]*<span class="field__optional"/g) ?? [];
    expect(marked.map((label) => />([^<]*)</.exec(label)?.[1])).toEqual(['Street', 'City', 'Postcode']);
    // A browser also sends the values of the read-only fields, and a list of the names of these fields (`fixed`).
    const names = /name="fixed" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const sent = { ...typed, firstName: 'Mira', birthDate: '1990-02-03', fixed: names, city: 'Goa' };
    expect((await post('/my-accounts/edit', sent)).status).toBe(303);
    expect(await profile()).toMatchObject({ firstName: 'Asha', city: 'Goa', kycStatus: 'pending' });
    const forged = await post('/my-accounts/edit', { ...sent, fixed: '' });
    expect(forged.status).toBe(422);
    expect(missingIn(forged, 'Contact our support.')).toEqual([]);
    expect(missingIn(await get('/my-accounts?whole=1'), 'We are checking your name')).toEqual([]);
  });
});

describe('avatar form', () => {
  it('saves the avatar, and updates the session at once', async () => {
    const page = await get('/my-accounts/avatar?whole=1');
    expect(formHtml(page).match(/type="radio"/g)).toHaveLength(12);
    const { avatarImage } = (await profile()) ?? {};
    expect(missingIn(page, new RegExp(`checked="" value="${avatarImage}"`))).toEqual([]);
    const chosen = avatarImage === 'avatar-12' ? 'avatar-11' : 'avatar-12';
    const answer = await post('/my-accounts/avatar', { avatarImage: chosen });
    expect([answer.status, answer.headers.location]).toEqual([303, '/my-accounts?whole=1']);
    const jar = cookiesOf(answer).join('; ');
    expect(JSON.parse((await get('/api/session', jar)).text).player).toMatchObject({ avatarImage: chosen });
    for (const wrong of ['', 'avatar-13', '<svg>', 'x'.repeat(300)])
      expect((await post('/my-accounts/avatar', { avatarImage: wrong })).status).toBe(422);
    expect(await profile()).toMatchObject({ avatarImage: chosen });
  });
});

describe('contact forms', () => {
  it('verify the e-mail address with the right code, and reject a wrong code', async () => {
    const { email } = account.player;
    expect(missingIn(await get('/my-accounts/verify-email?whole=1'), `value="${email}"`)).toEqual([]);
    const sent = await post('/my-accounts/verify-email', { step: '0', identifier: email });
    expect(sent.status).toBe(200);
    expect(missingIn(sent, 'The code is on its way.', 'name="otp"', `that we have sent to ${email}`)).toEqual(
      [],
    );
    const otp = await newestOtp(account.platform, email);
    const wrong = await post('/my-accounts/verify-email', {
      step: '1',
      identifier: email,
      otp: otherOtp(otp),
    });
    expect(wrong.status).toBe(422);
    expect(missingIn(wrong, 'This code is wrong or has expired.', 'name="resend"')).toEqual([]);
    const right = await post('/my-accounts/verify-email', { step: '1', identifier: email, otp });
    expect([right.status, right.headers.location]).toEqual([303, '/my-accounts?whole=1']);
    expect(await profileOf(account.player)).toMatchObject({ emailVerified: true });
    expect(missingIn(await get('/my-accounts/verify-email?whole=1'), `${email} is verified.`)).toEqual([]);
  });

  it('change the e-mail address only after the right password and the right code', async () => {
    const { email } = account.player;
    const next = freshMail();
    const wrong = await post('/my-accounts/email', { email: next, password: 'Wrong-river-42' });
    expect(wrong.status).toBe(422);
    expect(missingIn(wrong, 'This is not your current password.', `value="${next}"`)).toEqual([]);
    expect(wrong.text).not.toContain('Wrong-river-42');
    const changed = await post('/my-accounts/email', { email: next, password: testPassword });
    expect([changed.status, changed.headers.location]).toEqual([303, '/my-accounts/verify-email?whole=1']);
    expect(await profileOf(account.player)).toMatchObject({ email_address: email, pendingEmail: next });
    expect(missingIn(await get('/my-accounts?whole=1'), `${next} replaces this`, email)).toEqual([]);
    expect(missingIn(await get('/my-accounts/verify-email?whole=1'), `We send a code to ${next}.`)).toEqual(
      [],
    );
    await post('/my-accounts/verify-email', { step: '0', identifier: next });
    const otp = await newestOtp(account.platform, next);
    await post('/my-accounts/verify-email', { step: '1', identifier: next, otp });
    expect(await profileOf(account.player)).toMatchObject({
      email_address: next,
      pendingEmail: null,
      emailVerified: true,
    });
  });

  it('show an error at the field for a contact of another account', async () => {
    const other = await createPlayer(account.platform);
    await post('/my-accounts/verify-email', { step: '0', identifier: other.email });
    await other.call('accounts/sendEmailOtp', {});
    await other.call('accounts/verifyEmailOtp', { otp: await newestOtp(account.platform, other.email) });
    const answer = await post('/my-accounts/email', { email: other.email, password: testPassword });
    expect(answer.status).toBe(422);
    expect(missingIn(answer, 'Another account uses this e-mail address.')).toEqual([]);
  });

  it('add and verify a mobile number', async () => {
    const mobile = freshMobile();
    expect(
      missingIn(await get('/my-accounts/verify-mobile?whole=1'), 'You have not given a mobile number'),
    ).toEqual([]);
    const added = await post('/my-accounts/mobile', { phoneCode: '+91', mobile, password: testPassword });
    expect([added.status, added.headers.location]).toEqual([303, '/my-accounts/verify-mobile?whole=1']);
    const identifier = `+91${mobile}`;
    expect(missingIn(await get('/my-accounts/verify-mobile?whole=1'), identifier)).toEqual([]);
    await post('/my-accounts/verify-mobile', { step: '0', identifier });
    const otp = await newestOtp(account.platform, identifier);
    const stranger = await post('/my-accounts/verify-mobile', {
      step: '1',
      identifier: '+919999999999',
      otp,
    });
    expect(stranger.status).toBe(422);
    const again = await post('/my-accounts/verify-mobile', { step: '1', identifier, resend: '1' });
    expect(again.status).toBe(200);
    const newest = await newestOtp(account.platform, identifier);
    expect((await post('/my-accounts/verify-mobile', { step: '1', identifier, otp: newest })).status).toBe(
      303,
    );
    expect(await profileOf(account.player)).toMatchObject({ mobile_no: identifier, mobileVerified: true });
  });
});
