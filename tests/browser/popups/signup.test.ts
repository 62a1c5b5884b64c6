import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { focusedName, test, typeInto } from '../../helpers/form-site.ts';
import { createPlayer, freshName, testPassword } from '../../helpers/player.ts';
import { dialog, errorOf, field, freshMobile, openSignup } from '../../helpers/signup-popup.ts';
import { eventually } from '../../helpers/visitor.ts';

/** Chooses an option of a searchable list by typing. */
async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('the signup popup with the full form', () => {
  test('signs up by keyboard, and opens the page of the bonuses after a promo code', async ({
    platform,
    site,
    visitor,
  }) => {
    await campaignPlayOn(platform).promo('WELCOME9');
    const page = await visitor.open(`${site.origin}/winners?campaigncode=WELCOME9`);
    await openSignup(page);
    expect(await focusedName(page)).toBe('username');
    expect(await accessibilityViolations(page)).toEqual([]);
    // The field is prefilled with the promo code of the campaign whose link was followed.
    expect(await field(page, 'promoCode').inputValue()).toBe('WELCOME9');

    const username = freshName();
    await typeInto(page, 'username', username);
    await typeInto(page, 'mobile', freshMobile());
    await page.keyboard.press('Tab');
    await page.keyboard.type('Norw');
    await page.getByRole('option', { name: 'Norway', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    // After this choice, the list contains the states of Norway, and the first state is preselected.
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
    await page.waitForURL(`${site.origin}/bonus`);
    expect(await page.locator('.bonus').textContent()).toContain('WELCOME9');
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).toContain('auth_user');
    expect(cookies.map(({ name }) => name)).not.toContain('campaigncode');
  });

  test('reports a taken username or an unknown promo code when the field loses the focus', async ({
    platform,
    site,
    visitor,
  }) => {
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
    // The dialog fills the window of a phone (spec §2).
    expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: viewports.phone.width });
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  test('is reached from the login popup, which it replaces', async ({ site, visitor }) => {
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
