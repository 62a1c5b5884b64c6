import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from './visitor.ts';

export const dialog = (page: Page) => page.locator('dialog[open]');
export const field = (page: Page, name: string) => page.locator(`dialog [name="${name}"]`);
export const errorOf = (page: Page) => page.locator('dialog .field__error');
export const freshMobile = () => `9${String(Math.random()).slice(2, 11)}`;

/** Opens the signup popup by the link in the header or in the drawer, and waits until the form is ready. */
export async function openSignup(page: Page): Promise<void> {
  await page.waitForSelector('html.is-scripted');
  const drawer = page.locator('.drawer__button');
  if (await drawer.isVisible()) await drawer.click();
  await page.locator('[data-popup="2"]:visible').first().click();
  await dialog(page).waitFor();
  await eventually(async () => expect(await page.locator('dialog .combobox').count()).toBeGreaterThan(0));
}
