import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { test as base, tabTo, typeInto } from '../../helpers/form-site.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { eventually } from '../../helpers/visitor.ts';

const narrow = { width: 360, height: 740 };

interface Visit {
  player: TestPlayer;
  page: Page;
}

/** Opens an address as a new player on a narrow screen. */
const test = base.extend(
  'enter',
  ({ platform, site, visitor }) =>
    async (path: string, { script = true, viewport = narrow } = {}): Promise<Visit> => {
      const player = await createPlayer(platform);
      if (!script) visitor.expectProblem(/status of 422/);
      const page = await visitor.open(`${site.origin}${path}`, {
        viewport,
        javaScriptEnabled: script,
        before: async (opened) => {
          const cookies = Object.entries(sessionJar(site, player));
          await opened
            .context()
            .addCookies(cookies.map(([name, value]) => ({ name, value, url: site.origin })));
        },
      });
      if (script) await hydrated(page);
      return { player, page };
    },
);

/** Resolves when React has hydrated the account area. */
const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('.account-area') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
const profileOf = async ({ player }: Visit) => {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? body.data : null;
};
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const noticeOf = (page: Page) => page.locator('.account-area__notice');

describe('the form of the profile', () => {
  test('is filled in and saved by keyboard in the same document', async ({ enter }) => {
    const visit = await enter('/nb/my-accounts');
    const { page } = visit;
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await tabTo(page, '.profile__edit');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/nb\/my-accounts\/edit$/);
    await page.locator('.account-form form').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await typeInto(page, 'firstName', '4');
    await typeInto(page, 'city', 'Pune');
    await page.keyboard.press('Enter');
    const wrong = page.locator('[name="firstName"][aria-invalid]');
    await wrong.waitFor();
    expect(await wrong.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await profileOf(visit)).toMatchObject({ city: null });
    await wrong.fill('Åse');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/nb\/my-accounts$/);
    await eventually(async () => expect(await noticeOf(page).textContent()).toBe('Profilen din er lagret.'));
    expect(await page.locator('.profile__groups').textContent()).toContain('Åse');
    expect(await profileOf(visit)).toMatchObject({ firstName: 'Åse', city: 'Pune' });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await page.locator('.account-nav__summary').click();
    await page.locator('.account-nav__link[href$="/balances"]:visible').click();
    await page.locator('.balance--total').waitFor();
    expect(await noticeOf(page).textContent()).toBe('');
  });

  test('offers the states of the chosen country', async ({ enter }) => {
    const visit = await enter('/my-accounts/edit');
    const { page } = visit;
    // The searchable list replaces the native one when its script has loaded.
    await page.locator('input[id$="-country"]').fill('norw');
    await page.keyboard.press('Enter');
    await page.locator('input[id$="-state"]').fill('osl');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/my-accounts$/);
    expect(await profileOf(visit)).toMatchObject({ country: 'NO', state: 'NO-03' });
  });

  test('is filled in and saved without script', async ({ enter }) => {
    const visit = await enter('/my-accounts', { script: false });
    const { page } = visit;
    await page.locator('.profile__edit').click();
    await page.waitForURL(/whole=1/);
    await page.getByLabel('First name').fill('4');
    await page.getByLabel('City').fill('Pune');
    await page.getByRole('button', { name: 'Save' }).click();
    const wrong = page.getByLabel('First name');
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('City').inputValue()).toBe('Pune');
    expect(await fits(page)).toBe(true);
    await wrong.fill('Asha');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await noticeOf(page).textContent()).toBe('Your profile has been saved.');
    expect(await page.locator('.profile__groups').textContent()).toContain('Asha');
    await page.reload();
    expect(await noticeOf(page).textContent()).toBe('');
  });

  test('shows the session popup if the session has ended in the meantime', async ({ enter, visitor }) => {
    visitor.expectProblem(/401/);
    const { player, page } = await enter('/my-accounts/edit');
    await player.call('accounts/logout', {});
    await page.getByLabel('City').fill('Pune');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dialog[open]').waitFor();
  });
});
