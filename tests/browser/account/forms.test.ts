import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { CallName } from '../../../shared/contract/calls.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { profileOf as contactsOf, freshMail, freshMobile, logIn } from '../../helpers/contact-actions.ts';
import { test as base, hydrated, tabTo, typeInto } from '../../helpers/form-site.ts';
import { newestOtp, otherOtp, readOutbox } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import type { Treatment } from '../../helpers/upstream-proxy.ts';
import { eventually } from '../../helpers/visitor.ts';

const narrow = { width: 360, height: 740 };

interface Visit {
  player: TestPlayer;
  page: Page;
}

/** A `test` whose fixture `enter` opens an address as a new player on a narrow screen. */
const test = base.extend(
  'enter',
  ({ platform, site, visitor }) =>
    async (path: string, { script = true, viewport = narrow } = {}): Promise<Visit> => {
      const player = await createPlayer(platform);
      if (!script) visitor.expectProblem(/status of 422/);
      const page = await visitor.open(`${site.origin}${path}`, {
        viewport,
        javaScriptEnabled: script,
        before: (opened) => addSession(opened, site, player),
      });
      if (script) await hydrated(page);
      return { player, page };
    },
);

const profileOf = async ({ player }: Visit) => {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? body.data : null;
};
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
/** Waits until a one-time code has been sent to a contact, and returns the newest code. */
const newestOtpSoon = (platform: TestPlatform, to: string) => eventually(() => newestOtp(platform, to));
const noticeOf = (page: Page) => page.locator('.account-area__notice');

describe('profile form in a browser', () => {
  test('can be filled in and saved by keyboard without a page load', async ({ enter }) => {
    const visit = await enter('/nb/my-accounts');
    const { page } = visit;
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await tabTo(page, '.profile__edit');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/nb\/my-accounts\/edit$/);
    await page.locator('.account-form form').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await typeInto(page, 'firstName', '4');
    await typeInto(page, 'city', 'Pune');
    await page.keyboard.press('Enter');
    const wrong = page.locator('[name="firstName"][aria-invalid]');
    await wrong.waitFor();
    expect(await wrong.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await profileOf(visit)).toMatchObject({ city: null });
    await wrong.fill('Åse');
    const tick = page.getByLabel('Skriv til meg på e-post hvis jeg vinner.');
    expect(await tick.isChecked()).toBe(false);
    const described = (await tick.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(await page.locator(described.map((id) => `[id="${id}"]`).join(', ')).allTextContents()).toContain(
      'Vi skriver bare til en bekreftet e-postadresse, og du har ingen ennå. Bekreft din i profilen.',
    );
    await tick.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/nb\/my-accounts$/);
    await eventually(async () => expect(await noticeOf(page).textContent()).toBe('Profilen din er lagret.'));
    expect(await page.locator('.profile__groups').textContent()).toContain('Åse');
    expect(await profileOf(visit)).toMatchObject({ firstName: 'Åse', city: 'Pune', winMail: 1 });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await page.locator('.account-nav__summary').click();
    await page.locator('.account-nav__link[href$="/balances"]:visible').click();
    await page.locator('.balance--total').waitFor();
    expect(await noticeOf(page).textContent()).toBe('');
  });

  test('loads its script on the first input, keeps the typed text, and repeats a click that was made before the script was loaded', async ({
    enter,
  }) => {
    const visit = await enter('/my-accounts/edit');
    const { page } = visit;
    const script = /\/assets\/form-parts[^/]*\.js/;
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      );
    expect(await loaded()).toContain('/assets/ProfileEditPage');
    expect(await loaded()).not.toMatch(script);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const arrival = Promise.withResolvers<void>();
    await page.route(script, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    const requested = page.waitForRequest(script);
    await page.getByLabel('City').fill('Pune');
    await requested;
    await page.getByRole('button', { name: 'Save' }).click();
    arrival.resolve();
    await page.waitForURL(/\/my-accounts$/);
    expect(await profileOf(visit)).toMatchObject({ city: 'Pune' });
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  test('offers the states of the chosen country', async ({ enter }) => {
    const visit = await enter('/my-accounts/edit');
    const { page } = visit;
    // The searchable list replaces the native one when the player starts to use the form.
    await page.locator('[name="firstName"]').focus();
    await page.locator('input[id$="-country"]').fill('norw');
    await page.keyboard.press('Enter');
    await page.locator('input[id$="-state"]').fill('osl');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/my-accounts$/);
    expect(await profileOf(visit)).toMatchObject({ country: 'NO', state: 'NO-03' });
  });

  test('can be filled in and saved without JavaScript', async ({ enter }) => {
    const visit = await enter('/my-accounts', { script: false });
    const { page } = visit;
    await page.locator('.profile__edit').click();
    await page.waitForURL(/whole=1/);
    await page.getByLabel('First name').fill('4');
    await page.getByLabel('City').fill('Pune');
    await page.getByRole('button', { name: 'Save' }).click();
    const wrong = page.getByLabel('First name');
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('City').inputValue()).toBe('Pune');
    expect(await fits(page)).toBe(true);
    await wrong.fill('Asha');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await noticeOf(page).textContent()).toBe('Your profile has been saved.');
    expect(await page.locator('.profile__groups').textContent()).toContain('Asha');
    await page.reload();
    expect(await noticeOf(page).textContent()).toBe('');
  });

  test('keeps the typed values and reports that nothing was saved if the site does not answer', async ({
    enter,
    visitor,
  }) => {
    visitor.expectProblem(/request failed|ERR_FAILED/);
    const visit = await enter('/my-accounts/edit');
    const { page } = visit;
    await page.route('**/api/accounts/updateUserDetails', (route) => route.abort());
    await page.getByLabel('City').fill('Pune');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.form__alert').textContent()).toContain('There is no connection.');
    expect(await page.getByLabel('City').inputValue()).toBe('Pune');
    expect(await profileOf(visit)).toMatchObject({ city: null });
    await page.unroute('**/api/accounts/updateUserDetails');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/my-accounts$/);
    expect(await profileOf(visit)).toMatchObject({ city: 'Pune' });
  });

  test('shows the session popup if the session has ended before the player saves', async ({
    enter,
    visitor,
  }) => {
    visitor.expectProblem(/401/);
    const { player, page } = await enter('/my-accounts/edit');
    await player.call('accounts/logout', {});
    await page.getByLabel('City').fill('Pune');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dialog[open]').waitFor();
  });
});

describe('contact verification in a browser', () => {
  test('works by keyboard in the profile, even after a wrong code', async ({ enter, platform, visitor }) => {
    visitor.expectProblem(/status of 4|answered 4/);
    const { player, page } = await enter('/nb/my-accounts');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await tabTo(page, '.profile__verify');
    await page.keyboard.press('Enter');
    const panel = page.locator('.profile__panel');
    await panel.locator('form').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await tabTo(page, '.profile__panel .form__submit');
    await page.keyboard.press('Enter');
    await panel.locator('.otp__box').nth(5).waitFor();
    expect(await panel.locator('.otp__box').count()).toBe(6);
    // The button for another code is disabled, because the platform sends another code only after a delay.
    expect(await panel.locator('[name="resend"]').isDisabled()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    const otp = await newestOtp(platform, player.email);
    await page.keyboard.type(otherOtp(otp));
    await page.keyboard.press('Enter');
    await panel.locator('[name="otp"][aria-invalid]:focus').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(otp);
    await page.keyboard.press('Enter');
    await page.locator('.profile__mark.is-verified').waitFor();
    expect(await noticeOf(page).textContent()).toBe('Koden er bekreftet. E-postadressen din er bekreftet.');
    expect(await panel.count()).toBe(0);
    expect(await contactsOf(player)).toMatchObject({ emailVerified: true });
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  test('if the player has verified the contact in another tab, reports that it is verified', async ({
    enter,
    platform,
  }) => {
    const { player, page } = await enter('/my-accounts');
    await player.call('accounts/sendEmailOtp', {});
    await player.call('accounts/verifyEmailOtp', { otp: await newestOtp(platform, player.email) });
    await page.locator('.profile__verify').click();
    await page.locator('.profile__mark.is-verified').waitFor();
    await eventually(async () =>
      expect(await noticeOf(page).textContent()).toBe(`${player.email} is verified.`),
    );
    expect(await page.locator('.profile__verify').count()).toBe(0);
  });

  test('opens on its own screen after the player enters a new mobile number', async ({ enter, platform }) => {
    const { player, page } = await enter('/my-accounts/mobile');
    await page.locator('[name="mobile"]').fill('9876512345');
    await page.locator('[name="password"]').fill(player.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/verify-mobile/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.locator('[name="otp"]').fill(await newestOtpSoon(platform, '+919876512345'));
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.waitForURL(/\/my-accounts$/);
    expect(await contactsOf(player)).toMatchObject({ mobile_no: '+919876512345', mobileVerified: true });
  });

  test('works without JavaScript', async ({ enter, platform }) => {
    const { player, page } = await enter('/my-accounts', { script: false });
    await page.getByRole('link', { name: 'Verify: E-mail' }).click();
    await page.getByRole('button', { name: 'Send the code' }).click();
    const otp = await newestOtpSoon(platform, player.email);
    await page.getByLabel('One-time code').fill(otherOtp(otp));
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    expect(await page.locator('.field__error').textContent()).toContain('wrong or has expired');
    await page.getByLabel('One-time code').fill(otp);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    expect(await noticeOf(page).textContent()).toBe('Code verified. Your e-mail address is verified.');
    expect(await contactsOf(player)).toMatchObject({ emailVerified: true });
  });
});

/** One step of a player's journey. Each step makes one call. */
interface Step {
  name: string;
  call: CallName;
  /** URL path that the step opens first. Without it, the step continues on the page of the previous step. */
  at?: string;
  fields?: Record<string, string | (() => Promise<string>)>;
  submit?: string;
  /** Waits for the message or page that follows a successful step. */
  done: (page: Page) => Promise<unknown>;
  /**
   * Fault of the step's call. By default, the platform carries out the call, and the proxy replaces the platform's
   * answer with garbage.
   */
  fault?: Treatment;
}

const noticed = (text: string) => (page: Page) =>
  eventually(async () => expect(await noticeOf(page).textContent()).toContain(text));
const shown = (selector: string) => (page: Page) => page.locator(selector).waitFor();

describe('each form of a player’s journey', () => {
  test('shows a message if the platform fails, keeps the typed text, and can be submitted again', async ({
    enter,
    platform,
    proxy,
    site,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    const { player, page } = await enter('/my-accounts/edit');
    const friend = freshMail();
    const mobile = freshMobile();
    const password = 'Stone-bridge-81';
    const lost: Treatment = { change: () => 'lost' };
    // Open a second session of the player, for the step that ends another session.
    await logIn(platform, player);

    const take = async (
      at: Page,
      { name, call, at: path, fields = {}, submit = '.form__submit', done, fault = lost }: Step,
    ) => {
      if (path !== undefined) {
        await at.goto(`${site.origin}${path}`);
        if (path !== '/forgot-password') await hydrated(at, '.account-form__place, .sessions form');
      }
      const typed: [string, string][] = [];
      for (const [field, text] of Object.entries(fields)) {
        typed.push([field, typeof text === 'string' ? text : await text()]);
        await at.locator(`main [name="${field}"]:enabled`).fill(typed.at(-1)?.[1] ?? '');
      }
      proxy.treat(({ url }) => (url.endsWith(call) ? fault : 'pass'));
      await at.locator(submit).first().focus();
      await at.keyboard.press('Enter');
      await at.getByRole('dialog', { name: 'Technical problem' }).waitFor();
      proxy.treat(() => 'pass');
      await at.keyboard.press('Escape');
      await at.locator('dialog[open]').waitFor({ state: 'detached' });
      for (const [field, text] of typed)
        expect(await at.locator(`main [name="${field}"]`).inputValue(), `${name}: ${field}`).toBe(text);
      if (submit === '.form__submit')
        expect(await at.locator('main .form__alert').textContent(), name).toContain('technical problem');
      expect(await at.evaluate(() => document.activeElement?.closest('form') !== null), name).toBe(true);
      await at.locator(submit).first().focus();
      await at.keyboard.press('Enter');
      await done(at);
    };
    const opened = (path: string) => (at: Page) => at.waitForURL(`${site.origin}${path}`);

    const steps: Step[] = [
      {
        name: 'the end of a session',
        call: 'accounts/endSession',
        at: '/my-accounts/security',
        submit: '.sessions form button',
        done: noticed('ended'),
      },
      {
        name: 'the profile',
        call: 'accounts/updateUserDetails',
        at: '/my-accounts/edit',
        fields: { city: 'Pune' },
        done: noticed('Your profile has been saved.'),
      },
      {
        name: 'the code by e-mail',
        call: 'accounts/sendEmailOtp',
        at: '/my-accounts/verify-email',
        done: shown('[name="otp"]'),
      },
      {
        name: 'the verification of the e-mail address',
        call: 'accounts/verifyEmailOtp',
        fields: { otp: () => newestOtpSoon(platform, player.email) },
        done: noticed('Code verified.'),
      },
      {
        name: 'a new mobile number',
        call: 'accounts/updateUserDetails',
        at: '/my-accounts/mobile',
        fields: { mobile, password: player.password },
        done: opened('/my-accounts/verify-mobile'),
      },
      {
        name: 'the code by SMS',
        call: 'accounts/smsMobileOtp',
        at: '/my-accounts/verify-mobile',
        done: shown('[name="otp"]'),
      },
      {
        name: 'the verification of the mobile number',
        call: 'accounts/verifyOtp/signup',
        fields: { otp: () => newestOtpSoon(platform, `+91${mobile}`) },
        done: noticed('Code verified.'),
      },
      {
        name: 'the invitation',
        call: 'transaction/referAFriend',
        at: '/my-accounts/refer',
        fields: { emails: friend },
        done: noticed('invitations are on their way'),
      },
      {
        name: 'the password',
        call: 'accounts/changePassword',
        at: '/my-accounts/security/password',
        fields: { password: player.password, newPassword: password, confirmation: password },
        done: opened('/my-accounts/security'),
        // This call must fail before it changes the password. After a lost answer, the repeated form would send the old
        // password as the current one.
        fault: 'fail',
      },
    ];
    for (const step of steps) await take(page, step);
    expect(await contactsOf(player)).toMatchObject({
      emailVerified: true,
      mobile_no: `+91${mobile}`,
      mobileVerified: true,
    });
    expect(await readOutbox(platform, friend)).toHaveLength(1);

    const guest = await visitor.open(`${site.origin}/forgot-password`, { viewport: narrow });
    const recovery: Step[] = [
      {
        name: 'the forgotten password',
        call: 'accounts/sendOtp',
        at: '/forgot-password',
        fields: { identifier: player.email },
        done: shown('[name="otp"]:enabled'),
      },
      {
        name: 'its code',
        call: 'accounts/verifyOtp',
        fields: { otp: () => newestOtpSoon(platform, player.email) },
        done: shown('[name="confirmation"]'),
      },
      {
        name: 'the replacement of the forgotten password',
        call: 'accounts/changeForgotPassword',
        fields: { password: `${password}x`, confirmation: `${password}x` },
        done: shown('.form-done'),
        // The platform accepts a code for a new password only once. After a lost answer, this step could not be
        // repeated.
        fault: 'fail',
      },
    ];
    for (const step of recovery) await take(guest, step);
    const login = { type: 2, username: player.username, password: `${password}x` } as const;
    expect((await platform.call('accounts/login', login)).body.success).toBe(true);
  });
});

describe('avatar form', () => {
  test('shows a newly saved avatar at once in the header of all tabs', async ({ enter, site }) => {
    const { page } = await enter('/my-accounts', { viewport: viewports.desktop });
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/faq`);
    await other.locator('.account__summary use[href]').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Change the picture' }).click();
    const checked = page.locator('.avatars__radio:checked');
    await checked.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const before = await checked.inputValue();
    await checked.focus();
    await page.keyboard.press('ArrowRight');
    const chosen = await checked.inputValue();
    expect(chosen).not.toBe(before);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/my-accounts$/);
    for (const tab of [page, other])
      await tab.locator(`.account__summary use[href$="#${chosen}"]`).waitFor({ state: 'attached' });
    expect(await page.locator(`.profile__avatar use[href$="#${chosen}"]`).count()).toBe(1);
  });
});
