import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { logInByCall, loginCode } from '../../helpers/browser-session.ts';
import { test as base, hydrated, noticeOf, tabTo, typeInto } from '../../helpers/form-site.ts';
import { createPlayer, type TestPlayer, testPassword } from '../../helpers/player.ts';
import { routeNext } from '../../helpers/route-next.ts';
import { eventually } from '../../helpers/visitor.ts';

const path = '/my-accounts/security';
const newPassword = 'Stone-bridge-81';
const pictures = process.env['PICTURES'];
const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Visit {
  player: TestPlayer;
  page: Page;
}

const test = base
  /** Opens the security page as a new player who has logged in through the site. */
  .extend('enter', ({ platform, site, visitor }) => async (prefix = ''): Promise<Visit> => {
    const player = await createPlayer(platform);
    await player.call('accounts/logout', {});
    const page = await visitor.open(`${site.origin}${prefix}${path}`, {
      userAgent: agent,
      before: (opened) => logInByCall(opened, site, player),
    });
    await hydrated(page);
    return { player, page };
  });

const devices = (page: Page) => page.locator('.session__device').allTextContents();
const end = (page: Page) => page.getByRole('button', { name: 'End the session on Firefox · Android' });

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    expect(await fits(page)).toBe(true);
    await page.screenshot({ path: `${pictures}/security-${name}-${size}.png`, fullPage: true });
  }
}

describe('security page', () => {
  test('lists the sessions, ends one of them by keyboard, and then ends all except the current one', async ({
    platform,
    site,
    visitor,
    enter,
  }) => {
    visitor.expectProblem(/404|429/);
    const { player, page } = await enter();
    const phone = async () => {
      const device = { browser: 'Firefox', system: 'Android' };
      const { username } = player;
      await platform.call(
        'accounts/login',
        { type: 2, username, password: testPassword },
        { envelope: { device } },
      );
    };
    expect(await devices(page)).toEqual(['Chrome · Linux']);
    expect(await page.locator('.session').textContent()).toContain('This device');
    expect(await page.getByRole('button', { name: 'End all other sessions' }).count()).toBe(0);
    await phone();
    await phone();
    await page.reload();
    await end(page).first().waitFor();
    expect(await devices(page)).toEqual(['Chrome · Linux', 'Firefox · Android', 'Firefox · Android']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'sessions');

    await tabTo(page, '.session form button');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await devices(page)).toHaveLength(2));
    expect(await noticeOf(page).textContent()).toBe(
      'Ended. The list shows the sessions that are still open.',
    );
    await phone();
    await page.reload();
    await end(page).nth(1).waitFor();
    // Another tab ends the session while this page still shows it.
    const sessionId = await page.locator('.session [name="sessionId"]').first().inputValue();
    await page.request.post(`${site.origin}/api/accounts/endSession`, {
      headers: { origin: site.origin },
      data: { data: { sessionId } },
    });
    await end(page).first().click();
    await noticeOf(page).getByText('This session had already ended.').waitFor();
    expect(await devices(page)).toHaveLength(2);
    await routeNext(page, '**/api/accounts/endSession', (route) =>
      route.fulfill({ status: 429, json: { success: false, firstCode: '15429' } }),
    );
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    const problem = page.locator('.security__sessions [role="alert"]');
    await problem.getByText('Too many attempts.').waitFor();
    await routeNext(page, '**/api/accounts/endSession', (route) =>
      route.fulfill({ json: { success: false, firstCode: '10404' } }),
    );
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await problem.getByText('This function does not exist.').waitFor();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await eventually(async () => expect(await devices(page)).toEqual(['Chrome · Linux']));
    expect(page.url()).toBe(`${site.origin}${path}`);

    await page.getByRole('link', { name: 'Log out' }).last().click();
    await page.getByRole('dialog', { name: 'Log out' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Logged out' }).waitFor();
  });

  test('replaces the password, shows each error at its field, and reports that all sessions except the current one have ended', async ({
    site,
    visitor,
    enter,
  }) => {
    visitor.expectProblem(/40[01]/);
    const { player, page } = await enter();
    const other = await page.context().browser()?.newContext();
    const otherPage = await other?.newPage();
    if (!other || !otherPage) throw new Error('no second browser context');
    await logInByCall(otherPage, site, player);

    const errorAt = (name: string) =>
      page.locator(`[data-field="${name}"] .field__error`).filter({ visible: true });
    await typeInto(page, 'password', 'Wrong-horse-7');
    await typeInto(page, 'newPassword', 'short');
    await page.getByRole('list', { name: 'Rules for the password' }).waitFor();
    await page.locator('[name="newPassword"]').fill(newPassword);
    await typeInto(page, 'confirmation', newPassword);
    await page.keyboard.press('Enter');
    await errorAt('password').getByText('This is not your current password.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'wrong');
    await page.setViewportSize(viewports.phone);

    await page.locator('[name="password"]').fill(testPassword);
    await page.locator('[name="newPassword"]').fill(testPassword);
    await page.locator('[name="confirmation"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await errorAt('newPassword').getByText('The new password must differ').waitFor();
    await page.locator('[name="newPassword"]').fill(newPassword);
    await page.locator('[name="confirmation"]').fill(newPassword);
    await page.keyboard.press('Enter');
    await noticeOf(page)
      .getByText('Your password has been changed. All other sessions have ended.')
      .waitFor();
    expect(await page.locator('[name="password"]').inputValue()).toBe('');
    expect(await devices(page)).toEqual(['Chrome · Linux']);

    await otherPage.goto(`${site.origin}${path}`);
    await otherPage.getByRole('dialog', { name: 'Session expired' }).waitFor();
    expect(await loginCode(otherPage, site, player)).toBe('15111');
    await logInByCall(otherPage, site, player, newPassword);
    await other.close();
  });
});
