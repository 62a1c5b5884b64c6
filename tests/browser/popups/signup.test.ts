import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { SiteConfig } from '../../../server/config/site-config.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { test as base, focusedName, typeInto } from '../../helpers/form-site.ts';
import { createPlayer, freshName, testPassword } from '../../helpers/player.ts';
import { eventually } from '../../helpers/visitor.ts';

const dialog = (page: Page) => page.locator('dialog[open]');
const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
const errorOf = (page: Page) => page.locator('dialog .field__error');
const freshMobile = () => `9${String(Math.random()).slice(2, 11)}`;

async function openSignup(page: Page): Promise<void> {
  await page.waitForSelector('html.is-scripted');
  const drawer = page.locator('.drawer__button');
  if (await drawer.isVisible()) await drawer.click();
  await page.locator('[data-popup="2"]:visible').first().click();
  await dialog(page).waitFor();
  await eventually(async () => expect(await page.locator('dialog .combobox').count()).toBeGreaterThan(0));
}

/** Chooses an option of a searchable list by typing. */
async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('the signup popup with the full form', () => {
  base(
    'signs up by keyboard, and opens the account area after a promo code',
    async ({ platform, site, visitor }) => {
      await campaignPlayOn(platform).promo('WELCOME9');
      const page = await visitor.open(`${site.origin}/winners?campaigncode=WELCOME9`);
      await openSignup(page);
      expect(await focusedName(page)).toBe('username');
      expect(await accessibilityViolations(page)).toEqual([]);
      // The code of the campaign's link is filled in.
      expect(await field(page, 'promoCode').inputValue()).toBe('WELCOME9');

      const username = freshName();
      await typeInto(page, 'username', username);
      await typeInto(page, 'mobile', freshMobile());
      await page.keyboard.press('Tab');
      await page.keyboard.type('Norw');
      await page.keyboard.press('Enter');
      // The states of Norway follow; the first one is preselected.
      await eventually(async () => expect(await field(page, 'state').inputValue()).toMatch(/^NO-/));
      await choose(page, 'Country', 'India', 'India');
      await eventually(async () => expect(await field(page, 'state').inputValue()).toBe('IN-AN'));
      await choose(page, 'Country', 'Singap', 'Singapore');
      await eventually(async () => expect(await field(page, 'state').count()).toBe(0));
      await typeInto(page, 'email', `${username}@mail.example`);
      await typeInto(page, 'password', 'weak');
      await page.locator('dialog .strength[data-strength="weak"]').waitFor();
      await field(page, 'password').fill(testPassword);
      await page.locator('dialog .strength[data-strength="strong"]').waitFor();
      await field(page, 'above18').check();
      await page.locator('dialog .form__submit').click();
      await page.locator('dialog .message__icon--success').waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.origin}/my-accounts`);
      const cookies = await page.context().cookies();
      expect(cookies.map(({ name }) => name)).toContain('auth_user');
      expect(cookies.map(({ name }) => name)).not.toContain('campaigncode');
    },
  );

  base(
    'shows a taken username and an unknown promo code when the field is left',
    async ({ platform, site, visitor }) => {
      const { username } = await createPlayer(platform);
      const page = await visitor.open(`${site.origin}/nb/winners`, { viewport: viewports.phone });
      await openSignup(page);
      await field(page, 'username').fill(username);
      await field(page, 'mobile').focus();
      await errorOf(page).waitFor();
      expect(await field(page, 'username').getAttribute('aria-invalid')).toBe('true');
      await field(page, 'username').fill(freshName());
      await eventually(async () => expect(await errorOf(page).count()).toBe(0));
      await field(page, 'promoCode').fill('_NOSUCH_');
      await field(page, 'email').focus();
      await errorOf(page).waitFor();
      expect(await field(page, 'promoCode').inputValue()).toBe('NOSUCH');
      // Spec §2: the dialog fills the window of a phone.
      expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: viewports.phone.width });
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    },
  );

  base('is reached from the login popup, which it replaces', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.waitForSelector('html.is-scripted');
    await page.locator('.account__login').click();
    await page.locator('dialog .form__links [data-popup="2"]').click();
    await page.getByRole('dialog', { name: 'Sign up' }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.locator('dialog .form__links [data-popup="1"]').click();
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(1);
  });
});

const short = base.extend(
  'pattern',
  { scope: 'file' },
  (): Partial<SiteConfig['setup']['pattern']> => ({
    signup: 'short',
  }),
);

describe('the signup popup with the short form', () => {
  short('clears the form when the tab changes, and signs up by phone', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await openSignup(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog(page).getByText('Open an account').waitFor();
    await field(page, 'username').fill('x');
    await field(page, 'password').focus();
    await errorOf(page).waitFor();
    await page.getByRole('radio', { name: 'Phone' }).check();
    await eventually(async () => expect(await errorOf(page).count()).toBe(0));
    expect(await field(page, 'username').inputValue()).toBe('');
    expect([await field(page, 'mobile').count(), await field(page, 'email').count()]).toEqual([1, 0]);

    await field(page, 'username').fill(freshName());
    await field(page, 'mobile').fill(freshMobile());
    await field(page, 'password').fill(testPassword);
    await field(page, 'above18').check();
    await field(page, 'agree').check();
    await page.locator('dialog .form__submit').click();
    await page.locator('dialog .message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await page.locator('.account__summary').waitFor();
  });
});
