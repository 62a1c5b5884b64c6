import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { focusedName } from '../../helpers/form-site.ts';
import { newestOtp, otherOtp } from '../../helpers/outbox.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test } from './open-form.ts';

describe('page /login in the variant "content"', () => {
  test('shows the CMS text beside the form instead of a banner', async ({ open }) => {
    const page = await open('/login');
    expect(await page.textContent('.form-page__side')).toContain('Check the address');
    expect(await page.locator('.form-banner').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('login popup in the variant "content"', () => {
  test('opens without the CMS text if the login page has no such text', async ({ open }) => {
    const page = await open('/nb/winners');
    const html = '<!doctype html><title>Logg inn</title>';
    await page.route('**/nb/login', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.locator('html.is-scripted').waitFor();
    await page.locator('.account__login').click();
    await page.locator('dialog [name=username]').waitFor();
    expect(await page.locator('.auth-popup__content').count()).toBe(0);
  });
});

describe('page /forgot-password in the variant "popup"', () => {
  test('keeps earlier fields visible and locked, and enables the submit button when the code is complete', async ({
    platform,
    open,
  }) => {
    const { email } = await createPlayer(platform);
    const page = await open('/forgot-password');
    await page.fill('[name=identifier]', email);
    await page.keyboard.press('Enter');
    await page.locator('[name=otp]').waitFor();
    expect(await page.locator('[name=identifier]').isEditable()).toBe(false);
    expect(await page.isDisabled('.form__submit')).toBe(true);
    await page.getByRole('button', { name: 'Start again' }).click();
    await eventually(async () => expect(await focusedName(page)).toBe('identifier'));
    expect(await page.locator('[name=otp]').count()).toBe(0);
    await page.fill('[name=identifier]', email);
    await page.keyboard.press('Enter');
    await page.locator('[name=otp]').waitFor();
    // The resend button is disabled, because another code can be sent only after a delay.
    expect(await page.isDisabled('[name=resend]')).toBe(true);
    expect(await page.textContent('[name=resend]')).toMatch(/in (?:30|29|28) s/);
    expect(await accessibilityViolations(page)).toEqual([]);

    const otp = await newestOtp(platform, email);
    await page.fill('[name=otp]', otherOtp(otp));
    await page.click('.form__submit');
    await page.locator('.field__error').waitFor();
    // After a wrong code, the player must still wait before they can request another code.
    expect(await page.textContent('[name=resend]')).toMatch(/in (?:30|2\d|1\d) s/);
    await page.fill('[name=otp]', otp);
    await page.click('.form__submit');
    await page.locator('[name=confirmation]').waitFor();
    expect(await page.textContent('.form__notice')).toBe('Code verified');
    expect(await page.locator('[name=otp]').isEditable()).toBe(false);

    await page.locator('[name=password]').pressSequentially('lamp');
    await page.locator('.checklist__entry--done').waitFor();
    expect(await page.locator('.checklist__entry').count()).toBe(5);
    expect(await page.locator('.checklist__entry--done').count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.fill('[name=password]', 'Lamp-forest-77');
    await page.locator('.checklist').waitFor({ state: 'detached' });
    await page.fill('[name=confirmation]', 'Lamp-forest-78');
    await page.click('.form__submit');
    expect(await page.textContent('.field__error')).toBe('The two passwords are not the same.');
    await page.fill('[name=confirmation]', 'Lamp-forest-77');
    await page.click('.form__submit');
    await page.locator('.form-done').waitFor();
    // With JavaScript, the link to the login page opens the login popup.
    await page.click('.form-done a');
    await page.locator('dialog [name=username]').waitFor();
  });
});

describe('form page opened by a player', () => {
  test('redirects the player from /login to the requested page, unless the session has ended', async ({
    site,
    platform,
    open,
  }) => {
    const { username } = await createPlayer(platform);
    const page = await open('/login');
    await page.fill('[name=username]', username);
    await page.fill('[name=password]', testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    // Answer the session requests only after both the page and the header have sent one, so that the requests overlap.
    let questions = 0;
    let answers = 0;
    await page.route('**/api/session', async (route) => {
      const question = ++questions;
      await eventually(() => expect(questions).toBeGreaterThan(1));
      await eventually(() => expect(answers).toBeGreaterThanOrEqual(question - 1));
      await route.fulfill({ response: await route.fetch() });
      answers += 1;
    });
    await page.route(/player-menu-/, async (route) => {
      await eventually(() => expect(questions).toBeGreaterThan(0));
      await route.continue();
    });
    await page.goto(`${site.origin}/login?to=/winners`);
    await page.waitForURL(`${site.origin}/winners`);
    await page.unrouteAll({ behavior: 'wait' });

    const session = (await page.context().cookies()).find(({ name }) => name === 'session');
    await page.context().clearCookies({ name: 'session' });
    expect(session).toBeDefined();
    await page.goto(`${site.origin}/login?to=/winners`);
    await expect
      .poll(async () => (await page.context().cookies()).some(({ name }) => name === 'auth_user'))
      .toBe(false);
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});

describe('schedule-demo button of the header', () => {
  const wide = { viewport: { width: 1760, height: 800 } };

  test('appears only on wide screens, on the home page only after scrolling, and never on the page of its form', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/login`, wide);
    const isShown = () => page.locator('.site-header__demo').isVisible();
    expect(await isShown()).toBe(true);
    await page.setViewportSize({ width: 1440, height: 800 });
    expect(await isShown()).toBe(false);
    await page.setViewportSize(wide.viewport);
    await page.goto(site.origin);
    expect(await isShown()).toBe(false);
    await page.evaluate(() => scrollTo(0, 600));
    await expect.poll(isShown).toBe(true);
    // Playwright's click would scroll to the original place of the sticky header, where the button is hidden.
    const box = await page.locator('.site-header__demo').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.waitForURL(`${site.origin}/scheduledemo`);
    expect(await isShown()).toBe(false);
  });
});
