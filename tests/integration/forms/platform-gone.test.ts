import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Values } from '../../../shared/forms/form.ts';
import { type FormName, formNames, forms } from '../../../shared/forms/forms.ts';
import { fieldsOf, filteredValues, isShown } from '../../../shared/forms/submit-form.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { freshMail, freshMobile, logIn, password, profileOf } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { formSettings } from '../../helpers/form-settings.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { formHtml, postFiles, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, freshName, type TestPlayer } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { sampleIdCard, samplePerson } from '../../helpers/sample-documents.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { typedForms } from '../../helpers/typed-forms.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../helpers/upstream-proxy.ts';

const dayMs = 86_400_000;
const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let proxy: UpstreamProxy;
let site: TestSite;
/** A player with personal details, who has a second session. */
let player: TestPlayer;
/** A player who meets all conditions of a withdrawal. */
let winner: FundedPlayer;
beforeAll(async () => {
  platform = await startPlatform({
    now,
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example', siteLanguages: ['en'] },
  });
  await platform.deps.engine.tick();
  proxy = await startUpstreamProxy(platform.url);
  site = await startSite({
    platform: proxy,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
  });
  player = await createPlayer(platform);
  await player.call('accounts/updateUserDetails', samplePerson);
  await logIn(platform, player);
  winner = await fundedPlayer(platform, {
    funds: { winnings: 900_00 },
    account: { email: freshMail(), emailVerifiedAt: now, kycState: 'approved' },
  });
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await platform?.stop();
});
afterEach(async () => {
  proxy.treat(() => 'pass');
  await proxy.up();
});

const technicalText = 'There is a technical problem on our side. Your request may have been carried out';
const cookieOf = (who: Pick<TestPlayer, 'token'>) => cookieHeader(sessionJar(site, who));

/** Posts a form without JavaScript. Fields with the control `address` are sent in the query of the URL. */
async function post(name: FormName, values: Values, who: Pick<TestPlayer, 'token'> = player) {
  const form = forms[name](formSettings());
  const cookie = form.visitorsOnly ? {} : { cookie: cookieOf(who) };
  if (name === 'request-verification') {
    const card = { field: 'identity', content: sampleIdCard() };
    const { status, text, location } = await postFiles(site, form.path, [card], cookie);
    return { status, text, location, cookies: [] };
  }
  const linked = form.fields.filter(({ control }) => control === 'address');
  const query = linked.map((field) => `?${field.name}=${values[field.name]}`).join('');
  const { status, text, headers } = await postForm(site, form.path + query, values, cookie);
  return { status, text, location: headers.location ?? null, cookies: headers['set-cookie'] ?? [] };
}

const steps = formNames.flatMap((name) =>
  forms[name](formSettings()).steps.map((step, index) => ({ name, index, call: step.sends.call })),
);
type Step = (typeof steps)[number];

/** Returns the entries that a browser sends for a step. The values are valid for the player who submits the step. */
async function typedIn({ name, index }: Step): Promise<Values> {
  const typed = { ...typedForms[name], step: String(index) };
  if (name === 'withdraw') {
    const [stored] = (await dataOf(winner, 'cashier/getDestinations', {})).destinations;
    return { ...typed, destination: stored?.destinationId ?? '' };
  }
  if (name !== 'play') return typed;
  const [game] = (await dataOf(platform, 'gameList', {})).gameList;
  const [draw] = (await dataOf(platform, 'draws/open', { gameId: 'jaldi' })).draws;
  return {
    ...typed,
    gameId: 'jaldi',
    kind: JSON.stringify(game?.drawParameters),
    drawId: draw?.drawId ?? '',
    prices: `${draw?.drawId}=${draw?.ticketPrice}`,
    lines: '1\n7',
  };
}

const secretControls: ReadonlySet<string> = new Set(['password', 'new-password', 'captcha', 'file']);
const hiddenControls: ReadonlySet<string> = new Set([...secretControls, 'address']);

/** Returns the names of the fields whose typed value is missing in a page, or whose secret value is in the page. */
function wrongIn(html: string, { name, index }: Step, typed: Values): string[] {
  const form = forms[name](formSettings());
  const filtered = filteredValues(form, typed);
  const shown = form.steps.slice(0, index + 1).flatMap((step) => fieldsOf(form, step));
  return shown
    .filter((field) => isShown(field, filtered) && filtered[field.name])
    .filter(({ name: field, control }) => {
      const text = (filtered[field] ?? '').replaceAll('"', '&quot;');
      if (hiddenControls.has(control)) return secretControls.has(control) && html.includes(text);
      return !html.includes(text);
    })
    .map((field) => field.name);
}

/** The forms whose screens show nothing without data from the platform. These forms contain no typed text. */
const needData: ReadonlySet<FormName> = new Set(['request-verification', 'end-session', 'avatar']);

const everything = () =>
  queryDatabase(
    platform.databaseUrl,
    `select to_jsonb(a) as account, (select count(*) from sessions) as sessions,
      (select count(*) from ledger_entries) as entries, (select count(*) from payments) as payments,
      (select count(*) from withdrawals) as withdrawals, (select count(*) from tickets) as tickets,
      (select count(*) from destinations) as destinations, (select count(*) from support_messages) as messages
      from accounts a order by a.account_id`,
  );

/**
 * Submits a step once. Returns the status and the message of the answer, the number of cookies, and the typed values
 * that the page lost.
 */
const attempt = async (step: Step, typed: Values) => {
  const { status, text, cookies } = await post(step.name, typed, step.name === 'withdraw' ? winner : player);
  const html = formHtml({ text });
  const { name, index } = step;
  const isMissing = html.includes('This page cannot be shown now');
  return {
    name,
    index,
    status,
    says: html.includes(technicalText),
    wrong: isMissing && needData.has(name) ? [] : wrongIn(html, step, typed),
    cookies: cookies.length,
  };
};
/**
 * The expected result of `attempt`. Only a logout sets cookies, which end the session in the browser even if the
 * platform fails.
 */
const expected = ({ name, index }: Step) => ({
  name,
  index,
  status: 422,
  says: true,
  wrong: [],
  cookies: name === 'logout' ? 2 : 0,
});

describe('form without JavaScript while the platform fails', () => {
  it.each(['an answer with status 500', 'an answer with code 15500'])(
    'keeps the typed values and shows a message in each step after %s',
    async (fault) => {
      const before = await everything();
      for (const step of steps) {
        const typed = await typedIn(step);
        const refusal = { status: 503, body: { success: false, firstCode: '15500' } } as const;
        const treatment =
          fault === 'an answer with status 500' ? 'fail' : ({ is: 'answer', ...refusal } as const);
        proxy.treat(({ url }) => (url.endsWith(`/${step.call}`) ? treatment : 'pass'));
        expect(await attempt(step, typed)).toEqual(expected(step));
        proxy.treat(() => 'pass');
      }
      expect(await everything()).toEqual(before);
    },
  );

  it('keeps the typed values and shows a message in each step if the platform refuses all connections', async () => {
    const before = await everything();
    const entries = await Promise.all(steps.map(typedIn));
    await proxy.down();
    for (const [index, step] of steps.entries())
      expect(await attempt(step, entries[index] ?? {})).toEqual(expected(step));
    await proxy.up();
    expect(await everything()).toEqual(before);
  });

  it('keeps the typed values and shows a message in each step if the platform does not answer in time', async () => {
    const before = await everything();
    const entries = await Promise.all(steps.map(typedIn));
    const slow = new Set(steps.map(({ call }) => `/api/v1/${call}`));
    proxy.treat(({ url }) => (slow.has(url) ? 'hang' : 'pass'));
    // The upload of documents is left out, because its time limit is longer than those of the other calls.
    const timed = steps.filter(({ name }) => name !== 'request-verification');
    const answers = await Promise.all(timed.map((step) => attempt(step, entries[steps.indexOf(step)] ?? {})));
    proxy.treat(() => 'pass');
    expect(answers).toEqual(timed.map(expected));
    expect(await everything()).toEqual(before);
  });
});

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

/** Screens with empty forms, which the site can show without data from the platform. */
const needNothing = ['changeEmail', 'changeMobile', 'timeOut', 'exclude', 'securityPassword'];

it.each(['refuses all connections', 'answers every call with status 500'])(
  'while the platform %s, every page with a player’s data reports that it cannot be shown',
  async (fault) => {
    if (fault.startsWith('refuses')) await proxy.down();
    else proxy.treat(() => 'fail');
    const headers = { cookie: cookieOf(player) };
    const silent: string[] = [];
    // The ticket form is left out, because it needs only the games and draws, which may be cached.
    const { play: _play, ...routes } = accountRoutes;
    for (const [name, { path }] of Object.entries(routes)) {
      const { status, text } = await ask(site.origin, `${path}?whole=1`, { headers });
      expect([name, status]).toEqual([name, 200]);
      const html = formHtml({ text });
      const says = html.includes('This page cannot be shown now') && html.includes('Try again');
      if (!says) silent.push(name);
    }
    expect(silent).toEqual(needNothing);
  },
);

it('a login and a signup succeed while the CMS fails, although their pages show a text of the CMS', async () => {
  const { username } = await createPlayer(platform);
  const cold = await startSite({
    platform: proxy,
    clock: platform.clock,
    warm: false,
    live: false,
    config: ({ setup }) => {
      Object.assign(setup.pattern, { signup: 'short', login: 'content' });
    },
  });
  onTestFinished(() => cold.close());
  proxy.treat(({ url }) => (url.startsWith('/api/v1/') ? 'pass' : 'fail'));
  for (const path of ['/login', '/signup']) expect((await ask(cold.origin, path)).status).toBe(200);
  const wrong = await postForm(cold, '/login', { username, password: 'Wrong-river-42' });
  expect([wrong.status, formHtml(wrong).includes('Wrong username or password.')]).toEqual([422, true]);
  expect((await postForm(cold, '/login', { username, password })).status).toBe(303);
  const entries = { username: freshName(), password, email: freshMail(), currency: 'INR', above18: '1' };
  const { status, text, headers } = await postForm(cold, '/signup', { ...entries, by: 'email', agree: '1' });
  expect([status, formHtml({ text }).includes('Welcome to Golden Lotto')]).toEqual([200, true]);
  expect(headers['set-cookie']?.[0]).toMatch(/^session=v1/);
});

it('while the platform is unreachable, a payment page asks the player to try again, and a repeated payment pays only once', async () => {
  const payer = await fundedPlayer(platform);
  const key = 'k'.repeat(24);
  const entries = { amount: '500', providerId: 'sandbox', currency: 'INR', idempotencyKey: key };
  const { location } = await post('deposit', entries, payer);
  const result = () => ask(site.origin, location ?? '', { headers: { cookie: cookieOf(payer) } });
  const [, payment = ''] =
    /href="[^"]*(\/sandbox\/payments\/[0-9a-f-]{36})"/.exec((await result()).text) ?? [];
  const pay = () => postForm(site, payment, { outcome: 'approved' });
  await proxy.down();
  for (const answer of [await ask(site.origin, payment), await pay(), await pay()]) {
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(formHtml(answer)).toContain('Try again');
  }
  expect((await result()).text).toContain('This page cannot be shown now');
  await proxy.up();
  // The first payment arrives at the platform, but the platform's answer is lost.
  proxy.treat(({ url }) => (url.startsWith('/sandbox/payments/') ? { change: () => '' } : 'pass'));
  await pay();
  proxy.treat(() => 'pass');
  await pay();
  await expect.poll(() => payer.holds('deposit')).toBe(500_00);
  expect((await result()).text).toContain('Your deposit has arrived');
});
