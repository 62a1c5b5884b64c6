import { describe, expect } from 'vitest';
import { accountRouteNames, accountRoutes } from '../../../shared/pages/account-routes.ts';
import { testKeys } from '../../helpers/platform.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { createSecretScan } from '../../helpers/secret-scan.ts';
import { purgeToken, sessionKey } from '../../helpers/site.ts';
import { deposit, test } from './cashier-site.ts';

describe('data that a browser receives', () => {
  test('contains no token, key or hash on any page of the account area, or after a login, a deposit and a purchase', async ({
    platform,
    site,
    visitor,
  }) => {
    await platform.deps.engine.tick();
    const { username } = await createPlayer(platform);
    const scan = createSecretScan();
    const page = await visitor.open(`${site.origin}/winners`, { before: (opened) => scan.follow(opened) });
    await page.locator('html.is-scripted').waitFor();
    await page.locator('.account__login').click();
    await page.locator('dialog [name="username"]').fill(username);
    await page.locator('dialog [name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    // The balance of a new player is below the minimum, so the wallet popup opens.
    await page.locator('dialog .wallet__deposit').click();
    await page.waitForURL(`${site.origin}/deposit`);
    await deposit(page, '500');
    await page.locator('button[value="approved"]').click();
    await page.locator('a.back').click();
    await page.getByText('Your deposit has arrived').waitFor();
    await page.goto(`${site.origin}/games/golden-jaldi`);
    await page.locator('[data-island="play"][data-awake]').waitFor();
    await page.locator('#play a.button').first().click();
    await page.getByRole('button', { name: 'Add a quick pick' }).click();
    await page.getByRole('button', { name: /^Buy for/ }).click();
    await page.locator('.receipt').waitFor();

    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const token = site.deps.sessions.read({ cookie })?.token ?? '';
    expect(token).toMatch(/^[\w-]{20,}$/);
    const secrets = [testKeys.apiKey, testKeys.hash, sessionKey, purgeToken, token];
    // Request the other pages without a browser. A browser would receive the same bytes.
    for (const name of accountRouteNames) {
      const answer = await page.request.get(site.origin + accountRoutes[name].path);
      expect(answer.status(), name).toBe(200);
      const received = JSON.stringify(answer.headersArray()) + (await answer.text());
      expect(
        secrets.filter((secret) => received.includes(secret)),
        name,
      ).toEqual([]);
    }
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).toContain(username);
    expect(kept).not.toContain(token);
    expect(scan.calls()).toEqual(
      expect.arrayContaining(
        ['accounts/login', 'session', 'cashier/deposit', 'tickets/buy'].map((call) => `/api/${call}`),
      ),
    );
    expect(await scan.found(secrets)).toEqual([]);
    // Check that the scan works: it must find the username, because the browser receives the username.
    expect(await scan.found([username])).not.toEqual([]);
  });
});
