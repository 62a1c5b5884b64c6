import { describe, expect } from 'vitest';
import { focusedName } from '../../helpers/form-site.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test } from './open-form.ts';

const awake = '[data-island=form][data-awake]';

describe('form fields while the player types', () => {
  test('remove forbidden characters and keep the cursor position', async ({ open }) => {
    const page = await open('/login');
    await page.focus('[name=username]');
    await page.locator(awake).waitFor();
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
    await page.locator('[name=otp]').waitFor();
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
    await page.locator(awake).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.field__error').waitFor();
    expect(await page.locator('.field__error').count()).toBe(1);
    await page.keyboard.type('a');
    await expect.poll(() => page.locator('.field__error').count()).toBe(0);
    expect(await focusedName(page)).toBe('username');
  });

  test('show an error when the focus leaves a field, but not when a button is pressed', async ({ open }) => {
    const page = await open('/login');
    await page.focus('[name=username]');
    await page.locator(awake).waitFor();
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
    await page.locator(awake).waitFor();
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
    await page.locator('.form__submit[data-loading][disabled]').waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => expect(answer).toBeDefined());
    await answer?.();
    await page.locator('.form__alert').waitFor();
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
    await page.locator(awake).waitFor();
    await breakBrowser();
    await page.keyboard.press('Enter');
    await page.locator('.form__alert').waitFor();
    expect(await page.textContent('.form__alert')).toContain('Login failed. Please try again.');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('form__alert');
    expect(await page.inputValue('[name=username]')).toBe('nobody42');
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'));
    await page.click('.form__submit');
    await page.getByText('Wrong username or password.').waitFor();

    await page.goto(page.url().replace('/login', '/forgot-password'));
    await page.fill('[name=identifier]', 'nobody@mail.example');
    await page.locator(awake).waitFor();
    await breakBrowser();
    await page.keyboard.press('Enter');
    await page.locator('.form__alert').waitFor();
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
    await page.locator(awake).waitFor();
    visitor.expectProblem(/ERR_INTERNET_DISCONNECTED/);
    // When a field receives the focus, the form loads the message popup. Wait until the popup is loaded, because it
    // cannot be loaded after the test has cut the connection.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.click('.form__submit');
    await page.locator('dialog[open]').waitFor();
    expect(await page.textContent('dialog[open]')).toContain('connection');
    expect(await page.textContent('.form__alert')).toContain('There is no connection.');
    expect(await page.inputValue('[name=username]')).toBe('nobody42');
  });
});
