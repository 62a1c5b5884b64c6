import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dialog } from './form-site.ts';
import { freshName, testPassword } from './player.ts';
import { eventually } from './visitor.ts';

export const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
export const errorOf = (page: Page) => page.locator('dialog .field__error');
export const freshMobile = () => `9${String(Math.random()).slice(2, 11)}`;

/** Opens the signup popup by the link in the header or in the drawer, and waits until the form is ready. */
export async function openSignup(page: Page): Promise<void> {
  await page.locator('html.is-scripted').waitFor();
  const drawer = page.locator('.drawer__button');
  if (await drawer.isVisible()) await drawer.click();
  await page.locator('[data-popup="2"]:visible').first().click();
  await dialog(page).waitFor();
  await eventually(async () => expect(await page.locator('dialog .combobox').count()).toBeGreaterThan(0));
}

/**
 * Delays the document at this URL until the player is logged in, all dialogs are closed, and a second has passed. The
 * delay gives the old page time to open a popup that only the next page may open, so that a test detects this fault.
 */
export async function delayNextPage(page: Page, url: string): Promise<void> {
  const isOver = Promise.withResolvers<void>();
  await page.route('**/popup-time-is-over', async (route) => {
    await route.fulfill({ status: 204 });
    isOver.resolve();
  });
  await page.route(url, async (route) => {
    await isOver.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    const look = (): void => {
      const isLoggedIn = document.querySelector('.account__balance')?.checkVisibility() === true;
      if (!isLoggedIn || document.querySelector('dialog[open]')) requestAnimationFrame(look);
      else setTimeout(() => void fetch('/popup-time-is-over'), 1000);
    };
    look();
  });
}

/** Replaces fields of the `site_setup.json` that the browser receives. */
export async function changeSetup(page: Page, setup: object): Promise<void> {
  await page.route('**/environment/site_setup.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...setup } });
  });
}

/** Types a text into a searchable list, and chooses an option. */
export async function choose(page: Page, label: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed);
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Fills in the full form of a new player from Singapore, which has no states. @returns the username */
export async function fillSignup(page: Page): Promise<string> {
  const username = freshName();
  await page.fill('[name="username"]', username);
  await page.fill('[name="mobile"]', freshMobile());
  await choose(page, 'Country', 'Singap', 'Singapore');
  await page.fill('[name="email"]', `${username}@mail.example`);
  await page.fill('[name="password"]', testPassword);
  await page.check('[name="above18"]');
  return username;
}
