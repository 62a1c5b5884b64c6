import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { submitWithFault } from '../../helpers/failed-submit.ts';
import {
  test as base,
  dialog,
  dialogBox,
  focusedName,
  press,
  tabTo,
  typeInto,
} from '../../helpers/form-site.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { freshName, testPassword } from '../../helpers/player.ts';
import { changeSetup, errorOf, field, freshMobile, openSignup } from '../../helpers/signup-popup.ts';
import { eventually } from '../../helpers/visitor.ts';

const test = base.extend('pattern', { scope: 'file' }, () => ({ signup: 'short' as const }));

const accountsOf = ({ databaseUrl }: TestPlatform, username: string) =>
  queryDatabase(databaseUrl, 'select email from accounts where username = $1', [username]);

describe('signup popup with the short form', () => {
  test('clears the form when the visitor changes to "Phone", and signs up by phone after a failure of the platform', async ({
    platform,
    proxy,
    site,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    const page = await visitor.open(`${site.origin}/winners`);
    await openSignup(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog(page).getByText('Open an account').waitFor();
    await page.setViewportSize(viewports.phone);
    expect(await dialogBox(page)).toMatchObject({ x: 0, y: 0, width: viewports.phone.width });
    expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await field(page, 'username').fill('x');
    await field(page, 'password').focus();
    await errorOf(page).waitFor();
    await page.getByRole('radio', { name: 'Phone' }).check();
    await eventually(async () => expect(await errorOf(page).count()).toBe(0));
    expect(await field(page, 'username').inputValue()).toBe('');
    expect([await field(page, 'mobile').count(), await field(page, 'email').count()]).toEqual([1, 0]);

    const username = freshName();
    await field(page, 'username').fill(username);
    await field(page, 'mobile').fill(freshMobile());
    await field(page, 'password').fill(testPassword);
    await field(page, 'above18').check();
    await field(page, 'agree').check();
    await page.locator('dialog .form__submit').focus();
    await submitWithFault(page, proxy, 'accounts/signup', 'fail');
    expect(await accountsOf(platform, username)).toEqual([]);
    await page.locator('dialog .form__submit').click();
    await page.locator('dialog .message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await page.locator('.account__summary').waitFor();
    expect(await accountsOf(platform, username)).toHaveLength(1);
  });

  test('creates one account by keyboard, from an e-mail address and a campaign code, even if the first response is lost', async ({
    platform,
    proxy,
    site,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    await campaignPlayOn(platform).promo('HELLO2');
    const page = await visitor.open(`${site.origin}/winners?campaigncode=HELLO2`);
    await page.locator('html.is-scripted').waitFor();
    await press(page, '[data-popup="2"]');
    await page.locator('dialog .combobox').first().waitFor();
    expect(await field(page, 'promoCode').inputValue()).toBe('HELLO2');
    const username = freshName();
    const email = `${username}@mail.example`;
    await typeInto(page, 'username', username);
    await typeInto(page, 'email', email);
    await typeInto(page, 'password', testPassword);
    for (const name of ['above18', 'agree']) {
      await tabTo(page, `dialog [name="${name}"]`);
      await page.keyboard.press('Space');
    }
    await tabTo(page, 'dialog .form__submit');
    await submitWithFault(page, proxy, 'accounts/signup', { change: () => 'lost' });
    const typed = ['username', 'email', 'password'].map((name) => field(page, name).inputValue());
    expect(await Promise.all(typed)).toEqual([username, email, testPassword]);
    await tabTo(page, 'dialog .form__submit');
    await page.keyboard.press('Enter');
    await page.locator('dialog .message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await page.locator('.account__summary').waitFor();
    expect(await accountsOf(platform, username)).toEqual([{ email }]);
    expect(await readOutbox(platform, email)).toHaveLength(1);
    await page.goto(`${site.origin}/bonus`);
    expect(await page.locator('.bonus').textContent()).toContain('HELLO2');
  });
});

describe('signup page with the short form', () => {
  test('keeps typed and chosen values while the script is loading', async ({ site, visitor }) => {
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
    await page.locator('[data-island=form][data-awake]').waitFor();
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

describe('signup popup that asks for the password first', () => {
  test('locks the country and currency, and creates an account whose address has no state', async ({
    platform,
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`, { viewport: viewports.phone });
    await changeSetup(page, {
      pattern: { login: 'banner', signup: 'full-password-first', forgot: 'wizard', wallet: '1' },
    });
    await openSignup(page);
    expect(await focusedName(page)).toBe('password');
    expect(await dialogBox(page)).toMatchObject({ x: 0, y: 0, width: viewports.phone.width });
    expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const label of ['Country', 'State (optional)', 'Currency'])
      expect(await page.getByLabel(label, { exact: true }).isDisabled()).toBe(true);

    const username = freshName();
    const valid: [name: string, value: string][] = [
      ['username', username],
      ['password', testPassword],
      ['mobile', freshMobile()],
      ['email', `${username}@mail.example`],
    ];
    // Errors appear in the order of the full form, although this form shows the password first.
    for (const [name, value] of valid) {
      await page.locator('dialog .form__submit').click();
      await page.locator(`dialog [data-field="${name}"] .field__error`).waitFor();
      expect([await errorOf(page).count(), await focusedName(page)]).toEqual([1, name]);
      await field(page, name).fill(value);
    }
    await field(page, 'above18').check();
    await page.locator('dialog .form__submit').click();
    await page.locator('dialog .message__icon--success').waitFor();
    const [account] = await queryDatabase(
      platform.databaseUrl,
      `select country_id as country, state_id as state from accounts where username = '${username}'`,
    );
    expect(account).toEqual({ country: 'IN', state: null });
  });
});
