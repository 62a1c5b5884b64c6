import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from '../../helpers/form-site.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';

/** Adds a link with `data-hook` to the page, as a CMS text can contain it. Such links are called content hooks. */
const addHook = (page: Page, path: string) =>
  page.evaluate((target) => {
    const link = document.createElement('a');
    link.href = target;
    link.id = 'hook';
    link.textContent = 'Open';
    Object.assign(link.dataset, { hook: 'redirect', target });
    document.querySelector('main')?.prepend(link);
  }, path);
/** Calls a function that the site offers to scripts of the content host. */
const callHook = (page: Page, name: string, argument?: string) =>
  page.evaluate(
    ([called = '', given]) => Reflect.get(Reflect.get(window, 'goldenLotto'), called)(given),
    [name, argument],
  );

describe('content hook (link in a CMS text)', () => {
  test('asks a visitor to log in first, opens its target at once for a player, and never opens another site', async ({
    platform,
    site,
    visitor,
  }) => {
    const { username } = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}/nb/faq`);
    await page.locator('html.is-scripted').waitFor();
    await addHook(page, '/nb/my-accounts/tickets');
    await page.click('#hook');
    await page.locator('dialog [name="username"]').fill(username);
    await page.locator('dialog [name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/nb/my-accounts/tickets`);

    await page.goto(`${site.origin}/nb/faq`);
    await page.locator('html.is-scripted').waitFor();
    await callHook(page, 'redirect', 'https://evil.example/');
    await callHook(page, 'redirect', '//evil.example');
    await callHook(page, 'deposit');
    await page.waitForURL(/\/nb\/deposit/);
    expect(new URL(page.url()).origin).toBe(site.origin);
  });
});
