import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { CallName } from '../../shared/contract/calls.ts';
import type { Treatment, UpstreamProxy } from './upstream-proxy.ts';

/**
 * Presses Enter to submit the form of a popup, while the proxy applies a fault to a call of the platform. Then waits
 * for the popup "Technical problem", closes this popup, and checks that the form also reports the problem.
 */
export async function submitWithFault(
  page: Page,
  proxy: UpstreamProxy,
  call: CallName,
  fault: Treatment,
): Promise<void> {
  proxy.treat(({ url }) => (url.endsWith(`/${call}`) ? fault : 'pass'));
  await page.keyboard.press('Enter');
  const technical = page.getByRole('dialog', { name: 'Technical problem' });
  await technical.waitFor();
  proxy.treat(() => 'pass');
  await page.keyboard.press('Enter');
  await technical.waitFor({ state: 'detached' });
  expect(await page.locator('dialog .form__alert').textContent()).toContain('technical problem');
}
