import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '../../../shared/forms/form.ts';
import { type FormName, forms } from '../../../shared/forms/forms.ts';
import { freshMail, freshMobile, password, profileOf } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { formSettings } from '../../helpers/form-settings.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { formHtml } from '../../helpers/page-form.ts';
import { createPlayer, freshName, type TestPlayer } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { samplePerson } from '../../helpers/sample-documents.ts';
import { typedForms } from '../../helpers/typed-forms.ts';
import { type FailingPlatform, startFailingPlatform, technicalText } from './failing-platform.ts';

const dayMs = 86_400_000;
let failing: FailingPlatform;
let platform: FailingPlatform['platform'];
let proxy: FailingPlatform['proxy'];
let player: FailingPlatform['player'];
let winner: FailingPlatform['winner'];
let post: FailingPlatform['post'];
beforeAll(async () => {
  failing = await startFailingPlatform();
  ({ platform, proxy, player, winner, post } = failing);
});
afterAll(() => failing?.stop());
afterEach(() => failing.reset());

/**
 * Posts a step twice. The platform carries out the first request, but the answer is lost. Then the player repeats the
 * step.
 */
const twice = async (name: FormName, values: Values, who: Pick<TestPlayer, 'token'> = player, index = 0) => {
  const call = forms[name](formSettings()).steps[index]?.sends.call;
  const step = { ...values, step: String(index) };
  proxy.treat(({ url }) => (url.endsWith(`/${call}`) ? { change: () => 'lost' } : 'pass'));
  const lost = await post(name, step, who);
  proxy.treat(() => 'pass');
  const repeated = await post(name, step, who);
  return {
    lost: { status: lost.status, says: lost.text.includes(technicalText), location: lost.location },
    repeated: { status: repeated.status, location: repeated.location },
    html: formHtml(repeated),
    cookies: repeated.cookies.map((cookie) => cookie.split('=', 1)[0]),
  };
};
const asked = { status: 422, says: true, location: null };
const opens = (path: string) => ({ lost: asked, repeated: { status: 303, location: `${path}?whole=1` } });
const countOf = async (table: string, { accountId }: Pick<TestPlayer, 'accountId'>) =>
  (await queryDatabase(platform.databaseUrl, `select 1 from ${table} where account_id = $1`, [accountId]))
    .length;

describe('after the response to a form is lost', () => {
  it('a repeated signup creates only one account and opens its session', async () => {
    const username = freshName();
    const entries = { ...typedForms.signup, username, mobile: freshMobile(), email: freshMail(), password };
    const { lost, repeated, html, cookies } = await twice('signup', entries);
    expect([lost, repeated]).toEqual([asked, { status: 200, location: null }]);
    expect(html).toContain('Welcome to Golden Lotto');
    expect(cookies).toEqual(['session', 'auth_user', 'campaigncode']);
    const accounts = 'select 1 from accounts where username = $1 or email = $2';
    expect(await queryDatabase(platform.databaseUrl, accounts, [username, entries.email])).toHaveLength(1);
    expect(await readOutbox(platform, entries.email)).toHaveLength(1);
    // A signup with the same values but another password is not treated as a repetition.
    const stranger = await post('signup', { ...entries, password: 'Lamp-garden-73' });
    expect(stranger.status).toBe(422);
    expect(formHtml(stranger)).toContain('This username is taken.');
    expect(stranger.cookies).toEqual([]);
  });

  it('a repeated login opens a session', async () => {
    const { lost, repeated, cookies } = await twice('login', { username: player.username, password });
    expect([lost, repeated]).toEqual([asked, { status: 303, location: '/' }]);
    expect(cookies).toContain('session');
  });

  it('a repeated step of a password reset loses neither the code nor the new password', async () => {
    const { email, username } = await createPlayer(platform);
    const identifier = { identifier: email };
    const first = await twice('forgot-password', identifier, player, 0);
    expect([first.lost, first.html.includes('Step 2 of 3')]).toEqual([asked, true]);
    const verified = { ...identifier, otp: await newestOtp(platform, email) };
    const second = await twice('forgot-password', verified, player, 1);
    expect([second.lost, second.html.includes('Step 3 of 3')]).toEqual([asked, true]);
    const chosen = 'Lamp-garden-73';
    const replaced = { ...verified, password: chosen, confirmation: chosen };
    const third = await twice('forgot-password', replaced, player, 2);
    // The repetition is rejected, because each code can set a new password only once. The first answer said that the
    // request may have been carried out.
    expect([third.lost, third.html.includes('This code is wrong or has expired.')]).toEqual([asked, true]);
    const login = { type: 2, username, password: chosen } as const;
    expect((await platform.call('accounts/login', login)).body.success).toBe(true);
  });

  it('a repeated contact verification shows the verified contact', async () => {
    const who = await createPlayer(platform);
    const mobile = freshMobile();
    expect(await twice('change-mobile', { phoneCode: '+91', mobile, password }, who)).toMatchObject(
      opens('/my-accounts/verify-mobile'),
    );
    for (const [name, identifier] of [
      ['verify-email', who.email],
      ['verify-mobile', `+91${mobile}`],
    ] as const) {
      const sent = await twice(name, { identifier }, who, 0);
      expect([name, sent.lost, sent.html.includes('name="otp"')]).toEqual([name, asked, true]);
      const code = { identifier, otp: await newestOtp(platform, identifier) };
      expect(await twice(name, code, who, 1)).toMatchObject(opens('/my-accounts'));
    }
    expect(await profileOf(who)).toMatchObject({ emailVerified: true, mobileVerified: true });
  });

  it('a repeated bank account form adds or removes the account only once', async () => {
    const added = { ...typedForms['add-destination'], accountNumber: '0009 8765 4321' };
    expect(await twice('add-destination', added, winner)).toMatchObject(opens('/my-accounts/withdraw'));
    const { destinations } = await dataOf(winner, 'cashier/getDestinations', {});
    expect(destinations).toHaveLength(2);
    const destinationId = destinations.find(({ label }) => label.endsWith('4321'))?.destinationId ?? '';
    const { lost, html } = await twice('remove-destination', { destinationId }, winner);
    expect([lost, html.includes('This item does not exist, or no longer does.')]).toEqual([asked, true]);
    expect((await dataOf(winner, 'cashier/getDestinations', {})).destinations).toHaveLength(1);
  });

  it('a repeated upload shows the state of the identity check and stores the documents once', async () => {
    const who = await createPlayer(platform);
    await who.call('accounts/updateUserDetails', samplePerson);
    proxy.treat(({ url }) => (url.endsWith('/requestVerification') ? { change: () => 'lost' } : 'pass'));
    const lost = await post('request-verification', {}, who);
    proxy.treat(() => 'pass');
    expect([lost.status, formHtml(lost).includes('In progress')]).toEqual([422, true]);
    expect((await post('request-verification', {}, who)).status).toBe(303);
    expect(await countOf('identity_documents', who)).toBe(1);
  });

  it('a repeated invitation sends only one mail', async () => {
    const who = await createPlayer(platform);
    const friend = freshMail();
    await who.call('accounts/sendEmailOtp', {});
    await who.call('accounts/verifyEmailOtp', { otp: await newestOtp(platform, who.email) });
    expect(await twice('refer-friend', { emails: friend }, who)).toMatchObject(opens('/my-accounts/refer'));
    expect(await readOutbox(platform, friend)).toHaveLength(1);
  });

  it('a repeated change of the profile, the avatar, a limit or a time-out has no second effect', async () => {
    const who = await createPlayer(platform);
    const limit = { ...typedForms['set-limit'], kind: 'deposit' };
    const screen = '/my-accounts';
    expect(await twice('profile', typedForms.profile, who)).toMatchObject(opens(screen));
    expect(await twice('avatar', { avatarImage: 'avatar-07' }, who)).toMatchObject(opens(screen));
    expect(await twice('set-limit', limit, who)).toMatchObject(opens(`${screen}/limits`));
    expect(await twice('remove-limit', { kind: 'deposit', period: 'day' }, who)).toMatchObject(
      opens(`${screen}/limits`),
    );
    const { limits } = await dataOf(who, 'limits/get', {});
    expect(limits.filter(({ amount, waiting }) => amount !== null || waiting)).toMatchObject([
      { kind: 'deposit', period: 'day', amount: 1000_50, waiting: { amount: null } },
    ]);
    const pause = { days: '7', password };
    expect(await twice('time-out', pause, who)).toMatchObject(opens(`${screen}/limits`));
    const { timeOut } = await dataOf(who, 'limits/get', {});
    expect(Date.parse(timeOut?.endsAt ?? '') - platform.clock.now().getTime()).toBeLessThanOrEqual(7 * dayMs);
  });

  it('a repeated password change or exclusion has no second effect', async () => {
    const who = await createPlayer(platform);
    const chosen = 'Lamp-garden-73';
    const change = { password, newPassword: chosen, confirmation: chosen };
    const changed = await twice('change-password', change, who);
    expect([changed.lost, changed.html.includes('This is not your current password.')]).toEqual([
      asked,
      true,
    ]);
    const login = { type: 2, username: who.username, password: chosen } as const;
    expect((await platform.call('accounts/login', login)).body.success).toBe(true);
    const forever = { months: 'forever', understood: '1', password: chosen };
    const { lost, repeated } = await twice('exclude', forever, who);
    // The exclusion has ended the session, so the repetition redirects to the login.
    expect([lost, repeated.location]).toEqual([asked, '/login?to=%2Fmy-accounts%2Flimits%2Fexclude']);
    expect((await platform.call('accounts/login', login)).body.firstCode).toBe('15116');
  });

  it('a logout ends the session in the browser', async () => {
    const who = await createPlayer(platform);
    proxy.treat(({ url }) => (url.endsWith('/logout') ? { change: () => 'lost' } : 'pass'));
    const { cookies } = await post('logout', {}, who);
    expect(cookies.map((cookie) => cookie.split(';', 1)[0])).toEqual(['session=', 'auth_user=']);
    expect((await who.call('wallet', {})).body.firstCode).toBe('15107');
  });
});
