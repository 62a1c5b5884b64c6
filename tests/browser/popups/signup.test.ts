import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { dialog, dialogBox, focusedName, press, tabTo, test, typeInto } from '../../helpers/form-site.ts';
import { createPlayer, freshName, testPassword } from '../../helpers/player.ts';
import { routeNext } from '../../helpers/route-next.ts';
import {
  changeSetup,
  choose,
  delayNextPage,
  errorOf,
  field,
  fillSignup,
  freshMobile,
  openSignup,
} from '../../helpers/signup-popup.ts';
import { eventually } from '../../helpers/visitor.ts';
import { clickRedirectHook } from './player-page.ts';

describe('signup popup with the full form', () => {
  test('works by keyboard, and opens the bonus page after a signup with a promo code', async ({
    platform,
    site,
    visitor,
  }) => {
    await campaignPlayOn(platform).promo('WELCOME9');
    const page = await visitor.open(`${site.origin}/winners?campaigncode=WELCOME9`);
    await openSignup(page);
    expect(await focusedName(page)).toBe('username');
    expect(await accessibilityViolations(page)).toEqual([]);
    // The field already contains the promo code of the campaign link that the visitor followed.
    expect(await field(page, 'promoCode').inputValue()).toBe('WELCOME9');

    const username = freshName();
    await typeInto(page, 'username', username);
    await typeInto(page, 'mobile', freshMobile());
    await page.keyboard.press('Tab');
    await page.keyboard.type('Norw');
    await page.getByRole('option', { name: 'Norway', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    // After Norway is chosen, the list of states contains those of Norway, and the first state is preselected.
    await eventually(async () => expect(await field(page, 'state').inputValue()).toMatch(/^NO-/));
    const typeCountry = async (typed: string, country: string) => {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: country, exact: true }).waitFor();
      const active = page.locator('.combobox__option[data-highlighted]');
      for (let presses = 0; presses < 5 && (await active.textContent()) !== country; presses++)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await typeCountry('India', 'India');
    await eventually(async () => expect(await field(page, 'state').inputValue()).toBe('IN-AN'));
    await typeCountry('Singap', 'Singapore');
    await eventually(async () => expect(await field(page, 'state').count()).toBe(0));
    await typeInto(page, 'email', `${username}@mail.example`);
    await typeInto(page, 'password', 'weak');
    await page.locator('dialog .strength[data-strength="weak"]').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(testPassword);
    await page.locator('dialog .strength[data-strength="strong"]').waitFor();
    await tabTo(page, '[name="above18"]');
    await page.keyboard.press('Space');
    await press(page, 'dialog .form__submit');
    await page.locator('dialog .message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/bonus`);
    expect(await page.locator('.bonus').textContent()).toContain('WELCOME9');
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).toContain('auth_user');
    expect(cookies.map(({ name }) => name)).not.toContain('campaigncode');
  });

  test('is followed by the wallet popup on the next page, even if that page loads slowly', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await openSignup(page);
    await fillSignup(page);
    await page.locator('dialog .form__submit').click();
    await page.locator('dialog .message__icon--success').waitFor();
    await delayNextPage(page, `${site.origin}/`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await page.getByRole('dialog', { name: 'Wallet' }).waitFor();
  });

  test('replaces the currency if the newly chosen country does not have this currency', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await changeSetup(page, { multiCurrency: true });
    await openSignup(page);
    // The first currency of the United States and of Puerto Rico is the US dollar.
    await choose(page, 'Country', 'United States', 'United States');
    await page.locator('.combobox [name="currency"][value="USD"]').waitFor({ state: 'attached' });
    await page.getByRole('combobox', { name: 'Currency' }).fill('USN');
    await page.getByRole('option', { name: /^USN/ }).click();
    await eventually(async () => expect(await field(page, 'currency').inputValue()).toBe('USN'));
    await choose(page, 'Country', 'Puerto', 'Puerto Rico');
    await eventually(async () => expect(await field(page, 'currency').inputValue()).toBe('USD'));
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
    expect(await dialogBox(page)).toMatchObject({ x: 0, y: 0, width: viewports.phone.width });
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  test('opens from the login popup and replaces it', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await page.locator('.account__login').click();
    await page.locator('dialog .form__links [data-popup="2"]').click();
    await page.getByRole('dialog', { name: 'Sign up' }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.locator('dialog .form__links [data-popup="1"]').click();
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(1);
  });

  test('opens the target of a button in a CMS text after the signup, even if the button first opened the login popup', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await clickRedirectHook(page, '/results');
    await page.locator('dialog .form__links [data-popup="2"]').click();
    await page.getByRole('dialog', { name: 'Sign up' }).waitFor();
    await page.locator('dialog .combobox').nth(2).waitFor();
    await fillSignup(page);
    // The platform creates the account, but the browser receives an error instead of the answer.
    visitor.expectProblem(/503/);
    await routeNext(page, '**/api/accounts/signup', async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, json: { success: false, firstCode: '15500' } });
    });
    await page.locator('dialog .form__submit').click();
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog .form__submit').click();
    await page.locator('dialog .message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/results`);
  });

  test('ignores an availability check that fails, and a check whose value was edited before its result arrived', async ({
    site,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    const page = await visitor.open(`${site.origin}/winners`);
    await openSignup(page);
    await page.route('**/api/accounts/checkUserDetails', (route) =>
      route.fulfill({ status: 503, json: { success: false, firstCode: '15500' } }),
    );
    await field(page, 'username').fill('first1');
    const failed = page.waitForResponse('**/api/accounts/checkUserDetails');
    await field(page, 'mobile').focus();
    await failed;

    await page.unroute('**/api/accounts/checkUserDetails');
    let answer: (() => Promise<void>) | undefined;
    await page.route('**/api/accounts/checkUserDetails', (route) => {
      answer = () => route.fulfill({ json: { success: false, firstCode: '10496' } });
    });
    await field(page, 'username').fill('second2');
    await field(page, 'mobile').focus();
    await eventually(() => expect(answer).toBeDefined());
    await field(page, 'username').pressSequentially('2');
    const late = page.waitForResponse('**/api/accounts/checkUserDetails');
    await answer?.();
    await (await late).finished();
    await page.keyboard.press('End');
    expect(await errorOf(page).count()).toBe(0);
    expect(await page.locator('dialog[open]').count()).toBe(1);
  });

  test('scrolls to its top for a taken username, and to its bottom for other errors', async ({
    platform,
    site,
    visitor,
  }) => {
    visitor.expectProblem(/429/);
    const taken = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}/winners`, { viewport: viewports.phone });
    await openSignup(page);
    await page.route('**/api/accounts/checkUserDetails', (route) =>
      route.fulfill({ json: { success: true, firstCode: '10000', data: {} } }),
    );
    await fillSignup(page);
    await field(page, 'username').fill(taken.username);
    await page.locator('dialog .form__submit').click();
    await errorOf(page).waitFor();
    const edges = async () => {
      const [head, label, submit] = await Promise.all(
        ['.dialog__head', '[data-field="username"]', '.form__submit'].map((selector) =>
          dialog(page).locator(selector).boundingBox(),
        ),
      );
      return {
        head: (head?.y ?? 0) + (head?.height ?? 0),
        label: label?.y ?? 0,
        submit: (submit?.y ?? 0) + (submit?.height ?? 0),
      };
    };
    // The header of the dialog does not cover the label of the field.
    await eventually(async () => {
      const { head, label } = await edges();
      expect(label).toBeGreaterThanOrEqual(head);
    });
    await field(page, 'username').fill(freshName());
    await page.route('**/api/accounts/signup', (route) =>
      route.fulfill({ status: 429, json: { success: false, firstCode: '15429' } }),
    );
    await page.locator('dialog .form__submit').click();
    await page.locator('dialog .form__alert').waitFor();
    await eventually(async () => expect((await edges()).submit).toBeLessThanOrEqual(viewports.phone.height));
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('form__alert');
    expect(await field(page, 'password').inputValue()).toBe(testPassword);
  });

  test('closes when the player follows one of its links', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await changeSetup(page, {
      pattern: { login: 'banner', signup: 'short', forgot: 'wizard', wallet: '1' },
    });
    await openSignup(page);
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), true));
    await page.locator('dialog .field__link').click();
    await dialog(page).waitFor({ state: 'detached' });
  });
});
