import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Values } from '../../../shared/forms/form.ts';
import { type FormName, formNames, forms } from '../../../shared/forms/forms.ts';
import { fieldsOf, filteredValues, isShown } from '../../../shared/forms/submit-form.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { freshMail, password } from '../../helpers/contact-actions.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { formSettings } from '../../helpers/form-settings.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { createPlayer, freshName } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { startSite } from '../../helpers/site.ts';
import { typedForms } from '../../helpers/typed-forms.ts';
import { type FailingPlatform, startFailingPlatform, technicalText } from './failing-platform.ts';

let failing: FailingPlatform;
let platform: FailingPlatform['platform'];
let proxy: FailingPlatform['proxy'];
let site: FailingPlatform['site'];
let player: FailingPlatform['player'];
let winner: FailingPlatform['winner'];
let cookieOf: FailingPlatform['cookieOf'];
let post: FailingPlatform['post'];
beforeAll(async () => {
  failing = await startFailingPlatform();
  ({ platform, proxy, site, player, winner, cookieOf, post } = failing);
});
afterAll(() => failing?.stop());
afterEach(() => failing.reset());

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
