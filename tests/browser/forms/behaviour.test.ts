import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { test as base, focusedName } from '../../helpers/form-site.ts';
import { newestOtp, otherOtp } from '../../helpers/outbox.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { eventually } from '../../helpers/visitor.ts';

/** Configures the form variants that walks.test.ts does not cover. */
const test = base
  .extend('pattern', { scope: 'file' }, () => ({ login: 'content', forgot: 'popup' }) as const)
  .extend(
    'open',
    ({ site, visitor }) =>
      (path: string) =>
        visitor.open(`${site.origin}${path}`),
  );

const awake = '[data-island=form][data-awake]';

describe('form fields while the player types', () => {
  test('remove forbidden characters and keep the cursor position', async ({ open }) => {
    const page = await open('/login');
    await page.focus('[name=username]');
    await page.waitForSelector(awake);
    await page.keyboard.type('asha42');
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('-x!');
    expect(await page.inputValue('[name=username]')).toBe('ashxa42');
    const cursor = await page.$eval('[name=username]', (input) =>
      input instanceof HTMLInputElement ? input.selectionStart : null,
    );
    expect(cursor).toBe(4);
  });

  test('keep all digits of a one-time password that is pasted with spaces', async ({ platform, open }) => {
    const { email } = await createPlayer(platform);
    const page = await open('/forgot-password');
    await page.fill('[name=identifier]', email);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name=otp]');
    await page.$eval('[name=otp]', (input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ' 482 913 ');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await page.inputValue('[name=otp]')).toBe('482913');
  });

  test('clear the error message of the edited field', async ({ open }) => {
    const page = await open('/login');
    await page.focus('[name=username]');
    await page.waitForSelector(awake);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.field__error');
    expect(await page.locator('.field__error').count()).toBe(1);
    await page.keyboard.type('a');
    await expect.poll(() => page.locator('.field__error').count()).toBe(0);
    expect(await focusedName(page)).toBe('username');
  });

  test('show an error when the focus leaves a field, but not when a button is pressed', async ({ open }) => {
    const page = await open('/login');
    await page.focus('[name=username]');
    await page.waitForSelector(awake);
    await page.keyboard.type('asha');
    await page.keyboard.press('Tab');
    expect(await page.textContent('.field__error')).toContain('at least 6 characters');
    await page.fill('[name=username]', 'ash');
    await page.click('.form__submit');
    // The username's minimum length of 6 characters is checked only when the field loses the focus. A submit does not
    // check it, and reports only the missing password.
    expect(await page.textContent('.field__error')).toBe('Enter a password.');
  });
});

declare global {
  interface Window {
    /** Whether React had hydrated the field before and after the key event. */
    hydrated?: { before: boolean; after: boolean };
  }
}

/** Presses a key in the username field at the moment when React has begun to hydrate the form. */
function pressDuringHydration(): void {
  const handler: ProxyHandler<EventTarget['addEventListener']> = {
    apply(addEventListener, target, args) {
      Reflect.apply(addEventListener, target, args);
      // React listens for keys on the island before it hydrates the fields.
      if (args[0] !== 'keydown' || !(target instanceof HTMLElement) || target.dataset['island'] !== 'form')
        return;
      queueMicrotask(() => {
        const field = target.querySelector<HTMLInputElement>('[name=username]');
        if (window.hydrated || !field) return;
        const isHydrated = () => Object.keys(field).some((name) => name.startsWith('__reactFiber'));
        const before = isHydrated();
        field.value = 'asha';
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
        window.hydrated = { before, after: isHydrated() };
      });
    },
  };
  const { prototype } = EventTarget;
  Reflect.set(prototype, 'addEventListener', new Proxy(Reflect.get(prototype, 'addEventListener'), handler));
}

describe('form that hydrates', () => {
  test('does not complete its hydration during a key event, and keeps the typed text', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/login`, {
      before: (opened) => opened.addInitScript(pressDuringHydration),
    });
    await page.focus('[name=username]');
    await page.waitForSelector(awake);
    expect(await page.evaluate(() => window.hydrated)).toEqual({ before: false, after: false });
    expect(await page.inputValue('[name=username]')).toBe('asha');
    await page.keyboard.press('End');
    await page.keyboard.type('-42');
    expect(await page.inputValue('[name=username]')).toBe('asha42');
  });
});

describe('password field', () => {
  test('reveals the password on request and keeps its value', async ({ open }) => {
    const page = await open('/login');
    await page.fill('[name=password]', testPassword);
    await page.click('.password__toggle');
    await expect.poll(() => page.getAttribute('[name=password]', 'type')).toBe('text');
    expect(await page.getAttribute('.password__toggle', 'aria-pressed')).toBe('true');
    expect(await page.inputValue('[name=password]')).toBe(testPassword);
  });
});

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
    await page.waitForSelector('html.is-scripted');
    await page.locator('.account__login').click();
    await page.waitForSelector('dialog [name=username]');
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
    await page.waitForSelector('[name=otp]');
    expect(await page.locator('[name=identifier]').isEditable()).toBe(false);
    expect(await page.isDisabled('.form__submit')).toBe(true);
    await page.getByRole('button', { name: 'Start again' }).click();
    await eventually(async () => expect(await focusedName(page)).toBe('identifier'));
    expect(await page.locator('[name=otp]').count()).toBe(0);
    await page.fill('[name=identifier]', email);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name=otp]');
    // The resend button is disabled, because another code can be sent only after a delay.
    expect(await page.isDisabled('[name=resend]')).toBe(true);
    expect(await page.textContent('[name=resend]')).toMatch(/in (?:30|29|28) s/);
    expect(await accessibilityViolations(page)).toEqual([]);

    const otp = await newestOtp(platform, email);
    await page.fill('[name=otp]', otherOtp(otp));
    await page.click('.form__submit');
    await page.waitForSelector('.field__error');
    // After a wrong code, the player must still wait before they can request another code.
    expect(await page.textContent('[name=resend]')).toMatch(/in (?:30|2\d|1\d) s/);
    await page.fill('[name=otp]', otp);
    await page.click('.form__submit');
    await page.waitForSelector('[name=confirmation]');
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
    await page.waitForSelector('.form-done');
    // With JavaScript, the link to the login page opens the login popup.
    await page.click('.form-done a');
    await page.waitForSelector('dialog [name=username]');
  });
});

describe('form submission', () => {
  test('makes only one call, even if Enter is pressed twice, and disables the submit button until the response arrives', async ({
    open,
    visitor,
  }) => {
    const page = await open('/login');
    let calls = 0;
    let answer: (() => Promise<void>) | undefined;
    await page.route('**/api/accounts/login', (route) => {
      calls += 1;
      answer = () => route.continue();
    });
    visitor.expectProblem(/status of 4\d\d|answered 4\d\d/);
    await page.fill('[name=username]', 'nobody42');
    await page.fill('[name=password]', testPassword);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.form__submit[data-loading][disabled]');
    await page.keyboard.press('Enter');
    await eventually(() => expect(answer).toBeDefined());
    await answer?.();
    await page.waitForSelector('.form__alert');
    expect(calls).toBe(1);
    expect(await page.isDisabled('.form__submit')).toBe(false);
  });

  test('shows a message after an unexpected error in the browser, and can then be repeated', async ({
    open,
    visitor,
  }) => {
    visitor.expectProblem(/broken browser|status of 4\d\d/);
    const page = await open('/login');
    const breakBrowser = () =>
      page.evaluate(() =>
        Object.defineProperty(navigator, 'onLine', {
          configurable: true,
          get: () => {
            throw new Error('broken browser');
          },
        }),
      );
    await page.fill('[name=username]', 'nobody42');
    await page.fill('[name=password]', testPassword);
    await page.waitForSelector(awake);
    await breakBrowser();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.form__alert');
    expect(await page.textContent('.form__alert')).toContain('Login failed. Please try again.');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('form__alert');
    expect(await page.inputValue('[name=username]')).toBe('nobody42');
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'));
    await page.click('.form__submit');
    await page.getByText('Wrong username or password.').waitFor();

    await page.goto(page.url().replace('/login', '/forgot-password'));
    await page.fill('[name=identifier]', 'nobody@mail.example');
    await page.waitForSelector(awake);
    await breakBrowser();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.form__alert');
    expect(await page.textContent('.form__alert')).toContain('Something went wrong on this page.');
    expect(await page.isDisabled('.form__submit')).toBe(false);
  });

  test('reports in the form and in a popup that there is no connection, and keeps the typed values', async ({
    open,
    visitor,
  }) => {
    const page = await open('/login');
    await page.fill('[name=username]', 'nobody42');
    await page.fill('[name=password]', testPassword);
    await page.waitForSelector(awake);
    visitor.expectProblem(/ERR_INTERNET_DISCONNECTED/);
    // When a field receives the focus, the form loads the message popup. Wait until the popup is loaded, because it
    // cannot be loaded after the test has cut the connection.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.click('.form__submit');
    await page.waitForSelector('dialog[open]');
    expect(await page.textContent('dialog[open]')).toContain('connection');
    expect(await page.textContent('.form__alert')).toContain('There is no connection.');
    expect(await page.inputValue('[name=username]')).toBe('nobody42');
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
