import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { test as base } from '../../helpers/form-site.ts';
import { freshName, testPassword } from '../../helpers/player.ts';
import { dialog, errorOf, field, freshMobile, openSignup } from '../../helpers/signup-popup.ts';
import { eventually } from '../../helpers/visitor.ts';

const test = base.extend('pattern', { scope: 'file' }, () => ({ signup: 'short' as const }));

describe('the signup popup with the short form', () => {
  test('clears the form when the tab changes, and signs up by phone', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await openSignup(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog(page).getByText('Open an account').waitFor();
    await page.setViewportSize(viewports.phone);
    expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: viewports.phone.width });
    expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
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
