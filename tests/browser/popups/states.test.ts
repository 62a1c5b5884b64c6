import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { notify } from '../../../platform/notifications/notify.ts';
import type { CallName } from '../../../shared/contract/calls.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { submitWithFault } from '../../helpers/failed-submit.ts';
import { test as base, dialog, dialogBox, openPopup, press, tabTo } from '../../helpers/form-site.ts';
import { newestOtp } from '../../helpers/outbox.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { changeSetup } from '../../helpers/signup-popup.ts';
import type { Treatment } from '../../helpers/upstream-proxy.ts';
import { eventually } from '../../helpers/visitor.ts';

const test = base
  .extend('player', { scope: 'file' }, ({ platform }): Promise<TestPlayer> => createPlayer(platform))
  .extend('openAsPlayer', ({ site, visitor, player }) => async (path: string) => {
    const page = await visitor.open(site.origin + path, {
      before: (opened) => addSession(opened, site, player),
    });
    await page.locator('html.is-scripted').waitFor();
    return page;
  });

const pictures = process.env['PICTURES'];
/** The platform carries out the call, but the proxy replaces the platform's answer with garbage. */
const lost: Treatment = { change: () => 'lost' };

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    await page.screenshot({ path: `${pictures}/popup-${name}-${size}.png` });
  }
}

const messages = [
  ['network', {}, 'network', 'No connection'],
  ['session', {}, 'session', 'Session expired'],
  ['technical', {}, 'danger', 'Technical problem'],
  ['logged-out', {}, 'success', 'Logged out'],
  ['kyc-pending', {}, 'kyc-pending', 'Identity check in progress'],
  ['refused', { code: '15113' }, 'danger', 'Not possible'],
  ['logout', {}, 'warning', 'Log out'],
] as const;

describe('popup 3 (password reset)', () => {
  test.for(['wizard', 'popup'])(
    'in the variant "%s", sets a new password by keyboard although each step fails once, and then opens the login popup',
    async (forgot, { platform, proxy, site, visitor }) => {
      visitor.expectProblem(/503/);
      const { email, username } = await createPlayer(platform);
      const pattern = { login: 'banner', signup: 'full', forgot, wallet: '1' };
      const page = await visitor.open(`${site.origin}/winners`, {
        before: (opening) => changeSetup(opening, { pattern }),
      });
      await page.locator('html.is-scripted').waitFor();
      await openPopup(page, '3');
      /** Types the values and submits them twice, because the first attempt fails. */
      const submit = async (call: CallName, typed: Record<string, string>, fault: Treatment = lost) => {
        for (const [name, text] of Object.entries(typed)) {
          await page.locator(`dialog [name="${name}"]:enabled`).waitFor();
          await tabTo(page, `dialog [name="${name}"]`);
          await page.keyboard.type(text);
        }
        await submitWithFault(page, proxy, call, fault);
        for (const [name, text] of Object.entries(typed))
          expect(await page.locator(`dialog [name="${name}"]`).inputValue()).toBe(text);
        await tabTo(page, 'dialog .form__submit');
        await page.keyboard.press('Enter');
      };
      await submit('accounts/sendOtp', { identifier: email });
      await page.locator('dialog [name="otp"]:enabled').waitFor();
      // Only the variant `popup` still shows the field of the first step, which is now locked.
      expect(await page.locator('dialog [name="identifier"]').isVisible()).toBe(forgot === 'popup');
      expect(await accessibilityViolations(page)).toEqual([]);
      await submit('accounts/verifyOtp', { otp: await newestOtp(platform, email) });
      const password = 'Lamp-forest-77';
      // The platform accepts a code for a new password only once, so the proxy must not forward the first request.
      await submit('accounts/changeForgotPassword', { password, confirmation: password }, 'fail');
      await page.locator('.message__icon--success').waitFor();
      await page.keyboard.press('Enter');
      await submit('accounts/login', { username, password });
      await page.locator('.account__summary').waitFor();
      expect(new URL(page.url()).pathname).toBe('/winners');
    },
  );
});

/**
 * The widths of popups in spec §2, for each combination of form variants. In a window of at most 580 px, the popup
 * fills the window. In a slightly wider window, the browser leaves 19 px at each side.
 */
const widths = [
  [
    { login: 'banner', signup: 'full', forgot: 'wizard' },
    [
      ['1', 680],
      ['2', 680],
      ['3', 310],
      ['10', 680],
      ['11', 310],
    ],
  ],
  [
    { login: 'content', signup: 'short', forgot: 'popup' },
    [
      ['1', 310],
      ['2', 310],
      ['3', 310],
    ],
  ],
  [{ login: 'banner', signup: 'full-password-first', forgot: 'wizard' }, [['2', 680]]],
] as const;

describe('width of a popup', () => {
  test.for(widths)(
    'follows the specification in the variants %o',
    async ([pattern, popups], { openAsPlayer }) => {
      const page = await openAsPlayer('/winners');
      await changeSetup(page, { pattern: { ...pattern, wallet: '1' } });
      for (const [code, width] of popups) {
        await openPopup(page, code);
        for (const window of [360, 579, 580, 581, 1280]) {
          await page.setViewportSize({ width: window, height: 800 });
          const { width: shown } = await dialogBox(page);
          expect([code, window, shown]).toEqual([
            code,
            window,
            window > 580 ? Math.min(width, window - 38) : window,
          ]);
        }
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }
    },
  );
});

describe('popups 6, 7 and 8', () => {
  test.for([viewports.phone, viewports.desktop])(
    'fill a window of $width px with the login, signup and password forms, without an accessibility violation',
    async (viewport, { site, visitor }) => {
      const page = await visitor.open(`${site.origin}/winners`, { viewport });
      await page.locator('html.is-scripted').waitFor();
      for (const [code, field] of [
        ['6', 'password'],
        ['7', 'promoCode'],
        ['8', 'identifier'],
      ] as const) {
        await openPopup(page, code);
        await dialog(page).locator(`[name="${field}"]`).waitFor();
        expect(await dialogBox(page), code).toEqual({ x: 0, y: 0, ...viewport });
        expect(await accessibilityViolations(page), code).toEqual([]);
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }
    },
  );
});

describe('popup 5 (messages)', () => {
  test('shows each message with its icon, is 300 px wide, and has no accessibility violation', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    for (const [type, props, icon, title] of messages) {
      await openPopup(page, '5', { type, ...props });
      await page.getByRole('dialog', { name: title }).waitFor();
      expect(await dialog(page).locator(`.message__icon--${icon}`).isVisible(), type).toBe(true);
      expect((await dialogBox(page)).width, type).toBe(300);
      expect(await accessibilityViolations(page), type).toEqual([]);
      await picture(page, type);
      await page.setViewportSize(viewports.desktop);
      // Popup code 0 closes all popups without running the action of the message.
      await page.evaluate(() => {
        const opener = document.body.appendChild(document.createElement('button'));
        opener.dataset['popup'] = '0';
        opener.click();
        opener.remove();
      });
      await dialog(page).waitFor({ state: 'detached' });
    }
  });

  test('has a Cancel button only if `showCancelButton` is set', async ({ openAsPlayer }) => {
    const page = await openAsPlayer('/winners');
    for (const showCancelButton of [true, false, undefined]) {
      await openPopup(page, '5', { type: 'logout', showCancelButton });
      const cancel = dialog(page).getByRole('button', { name: 'Cancel' });
      expect(await cancel.count()).toBe(showCancelButton ? 1 : 0);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
    expect(new URL(page.url()).pathname).toBe('/winners');
  });
});

describe('popup 9 (notifications)', () => {
  test('loads the notifications again each time it opens', async ({ platform, player, openAsPlayer }) => {
    const { database, clock } = platform.deps;
    const page = await openAsPlayer('/winners');
    const count = page.locator('.account__count');
    const openSystemTab = async () => {
      await page.locator('.account__bell').click();
      await page.getByRole('tab', { name: 'System' }).click();
      await dialog(page).locator('.notification').first().waitFor();
      await eventually(async () => expect(await count.isVisible()).toBe(false));
    };
    await openSystemTab();
    const before = await dialog(page).locator('.notification').count();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await notify(database.db, player.accountId, 'identity_approved', {}, clock.now());
    await openSystemTab();
    expect(await dialog(page).locator('.notification').count()).toBe(before + 1);
    expect(await dialog(page).locator('.notification__new').count()).toBe(1);
    await picture(page, 'notifications');
  });

  test('shows an error with a retry button if the platform fails', async ({
    visitor,
    proxy,
    openAsPlayer,
  }) => {
    visitor.expectProblem(/503/);
    const page = await openAsPlayer('/winners');
    onTestFinished(() => proxy.treat(() => 'pass'));
    proxy.treat(({ url }) => (url.endsWith('notifications/list') ? 'fail' : 'pass'));
    await page.locator('.account__bell').click();
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await page.keyboard.press('Escape');
    const problem = dialog(page).getByRole('alert');
    await problem.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, 'dialog [role="alert"] .button');
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await page.keyboard.press('Escape');
    proxy.treat(() => 'pass');
    await press(page, 'dialog [role="alert"] .button');
    await dialog(page).getByText('No notifications found').waitFor();
    expect(await problem.count()).toBe(0);
  });
});

describe('popup 10 (theme)', () => {
  test('is 680 px wide, and offers the colour scheme Red Steel and one layout', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await openPopup(page, '10');
    const groups = dialog(page).getByRole('group');
    expect(await groups.count()).toBe(2);
    for (const [place, name] of [
      [0, 'Colour scheme'],
      [1, 'Layout'],
    ] as const) {
      expect(await groups.nth(place).locator('legend').textContent()).toBe(name);
      expect(await groups.nth(place).getByRole('radio').count()).toBe(1);
      expect(await groups.nth(place).getByRole('radio').isChecked()).toBe(true);
    }
    expect(await dialog(page).getByRole('radio', { name: 'Red Steel' }).count()).toBe(1);
    expect((await dialogBox(page)).width).toBe(680);
    await picture(page, 'theme');
  });
});
