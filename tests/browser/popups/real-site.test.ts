import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { test } from '../../helpers/form-site.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { eventually } from '../../helpers/visitor.ts';

const player = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/session');
    const { player: found }: { player: { username: string } | null } = await answer.json();
    return found;
  });

describe.each([
  { prefix: '', size: 'desktop' },
  { prefix: '/nb', size: 'phone' },
] as const)('a session on the real site, in "$prefix" on a $size', ({ prefix, size }) => {
  test('is opened by the login popup and closed by the logout popup', async ({ platform, site, visitor }) => {
    const { username } = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}${prefix}/winners`, { viewport: viewports[size] });
    await page.waitForSelector('html.is-scripted');
    await page.locator('.account__login').click();
    await page.locator('dialog [name="username"]').fill(username);
    await page.locator('dialog [name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.locator('.account__summary').waitFor();
    // The balance of a new player is below the minimum, so the wallet popup opens.
    await page.locator('dialog.wallet').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog.wallet').waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.locator('.account__name').textContent()).toBe(username));
    await eventually(async () => expect(await page.locator('.account__balance').isVisible()).toBe(true));
    expect((await player(page))?.username).toBe(username);
    await page.locator('.account__summary').click();
    await page.locator('.account [data-popup="5"]').click();
    await page.locator('dialog .button--primary').click();
    await page.locator('.message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}${prefix || '/'}`);
    expect(await player(page)).toBeNull();
    expect(await page.locator('.account__login').isVisible()).toBe(true);
  });

  test('is closed by the logout page without JavaScript', async ({ platform, site, visitor }) => {
    const { username } = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}${prefix}/login`, {
      viewport: viewports[size],
      javaScriptEnabled: false,
    });
    await page.fill('[name="username"]', username);
    await page.fill('[name="password"]', testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}${prefix || '/'}`);
    await page.goto(`${site.origin}${prefix}/logout`);
    await page.locator('main button').click();
    await page.locator('.form-done__title').waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain('auth_user');
  });
});
