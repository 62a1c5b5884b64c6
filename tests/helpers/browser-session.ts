import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type TestPlayer, testPassword } from './player.ts';
import { sessionJar } from './session-jar.ts';
import type { TestSite } from './site.ts';

/**
 * Logs a player in without a form: sends the login call with the cookies of the page's browser.
 * @returns the code of the answer: `10000` if the player is now logged in.
 */
export async function loginCode(
  page: Page,
  { origin }: Pick<TestSite, 'origin'>,
  { username }: Pick<TestPlayer, 'username'>,
  password = testPassword,
): Promise<string> {
  const answer = await page.request.post(`${origin}/api/accounts/login`, {
    headers: { origin },
    data: { data: { type: 2, username, password } },
  });
  const { firstCode }: { firstCode: string } = await answer.json();
  return firstCode;
}

/** Like `loginCode`, but expects that the login succeeds. */
export async function logInByCall(...login: Parameters<typeof loginCode>): Promise<void> {
  expect(await loginCode(...login)).toBe('10000');
}

/** Gives the page's browser the cookies of a player's session, without a call. */
export function addSession(
  page: Page,
  ...[site, player, username]: Parameters<typeof sessionJar>
): Promise<void> {
  const cookies = Object.entries(sessionJar(site, player, username));
  return page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: site.origin })));
}
