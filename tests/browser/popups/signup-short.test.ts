import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { test as base, press, tabTo, typeInto } from '../../helpers/form-site.ts';
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

  test('signs up by e-mail and by keyboard with the code of a campaign', async ({
    platform,
    site,
    visitor,
  }) => {
    await campaignPlayOn(platform).promo('HELLO2');
    const page = await visitor.open(`${site.origin}/winners?campaigncode=HELLO2`);
    await page.waitForSelector('html.is-scripted');
    await press(page, 'header [data-popup="2"]');
    await dialog(page).waitFor();
    expect(await field(page, 'promoCode').inputValue()).toBe('HELLO2');
    const username = freshName();
    await typeInto(page, 'username', username);
    await typeInto(page, 'email', `${username}@mail.example`);
    await typeInto(page, 'password', testPassword);
    for (const name of ['above18', 'agree']) {
      await tabTo(page, `dialog [name="${name}"]`);
      await page.keyboard.press('Space');
    }
    await press(page, 'dialog .form__submit');
    await page.locator('dialog .message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await page.goto(`${site.origin}/bonus`);
    expect(await page.locator('.bonus').textContent()).toContain('HELLO2');
  });
});

describe('the signup page with the short form', () => {
  test('keeps what was typed and chosen while the script was loading', async ({ site, visitor }) => {
    const scripts = Promise.withResolvers<void>();
    const page = await visitor.open(`${site.origin}/signup?campaigncode=HELLO1`, {
      before: async (opened) => {
        // The first interaction loads the script of the form.
        await opened.route(/\/assets\/(?!start)[^/]+\.js$/, async (route) => {
          await scripts.promise;
          await route.continue();
        });
      },
    });
    const username = freshName();
    await page.getByRole('radio', { name: 'Phone' }).check();
    await page.locator('[name="username"]').fill(username);
    await page.locator('[name="password"]').focus();
    await page.keyboard.type('short');
    scripts.resolve();
    await page.waitForSelector('[data-island=form][data-awake]');
    await page.getByRole('list', { name: 'Rules for the password' }).waitFor();
    await page.keyboard.type('er');
    expect(await page.locator('[name="password"]').inputValue()).toBe('shorter');
    expect(await page.locator('[name="username"]').inputValue()).toBe(username);
    expect(await page.getByRole('radio', { name: 'Phone' }).isChecked()).toBe(true);
    await eventually(async () => expect(await page.locator('[name="email"]').count()).toBe(0));
    expect(await page.locator('[name="mobile"]').count()).toBe(1);
    expect(await page.locator('[name="promoCode"]').inputValue()).toBe('HELLO1');

    await page.getByRole('radio', { name: 'E-mail' }).check();
    await page.locator('[name="email"]').waitFor();
    await eventually(async () =>
      expect(await page.locator('[name="promoCode"]').inputValue()).toBe('HELLO1'),
    );
    expect(await page.locator('[name="username"]').inputValue()).toBe('');
  });
});
