import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { profileOf as contactsOf } from '../../helpers/contact-actions.ts';
import { noticeOf, tabTo, typeInto } from '../../helpers/form-site.ts';
import { newestOtp, otherOtp } from '../../helpers/outbox.ts';
import { eventually } from '../../helpers/visitor.ts';
import { newestOtpSoon, test, type Visit } from './account-form-site.ts';

const profileOf = async ({ player }: Visit) => {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? body.data : null;
};

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
    // If the page had not loaded the player yet, it would open the popup before the player can save.
    await page.locator('.account__balance').waitFor({ state: 'attached' });
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
