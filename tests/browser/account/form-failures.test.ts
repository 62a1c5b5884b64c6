import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { CallName } from '../../../shared/contract/calls.ts';
import { profileOf as contactsOf, freshMail, freshMobile, logIn } from '../../helpers/contact-actions.ts';
import { hydrated, noticeOf } from '../../helpers/form-site.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import type { Treatment } from '../../helpers/upstream-proxy.ts';
import { eventually } from '../../helpers/visitor.ts';
import { narrow, newestOtpSoon, test } from './account-form-site.ts';

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
