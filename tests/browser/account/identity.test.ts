import { expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { focusOn, hydrated, noticeOf, press, tabTo, test } from '../../helpers/form-site.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { sampleIdCard } from '../../helpers/sample-documents.ts';

const narrow = { width: 320, height: 700 };
const card = { name: 'card.png', mimeType: 'image/png', buffer: sampleIdCard() };
const pictures = process.env['PICTURES'];

test('a player sends documents, is approved and can then withdraw money, although the platform fails in between', async ({
  platform,
  proxy,
  site,
  visitor,
}) => {
  const funded = await fundedPlayer(platform, {
    funds: { winnings: 900_00 },
    account: {
      email: 'asha42@mail.example',
      emailVerifiedAt: new Date('2026-11-20T12:00:00Z'),
      firstName: 'Asha',
      lastName: 'Rao',
      birthDate: '1990-02-28',
      countryId: 'IN',
    },
  });
  const admin = operatorOf(platform);
  const page = await visitor.open(`${site.origin}/my-accounts/identity`, {
    viewport: narrow,
    before: (opened) => addSession(opened, site, funded),
  });
  visitor.expectProblem(/400|503/);
  const state = page.locator('.cashier > p > .list__state');
  /** Closes the popup about the platform's failure. */
  const technical = async () => {
    const popup = page.getByRole('dialog', { name: 'Technical problem' });
    await popup.waitFor();
    proxy.treat(() => 'pass');
    await page.keyboard.press('Enter');
    await popup.waitFor({ state: 'detached' });
  };
  const shoot = async (name: string) => {
    expect(await fits(page)).toBe(true);
    if (pictures) await page.screenshot({ path: `${pictures}/identity-${name}.png`, fullPage: true });
  };
  await hydrated(page);
  expect(await state.textContent()).toBe('Not started');
  expect(await accessibilityViolations(page)).toEqual([]);
  await shoot('none');

  await press(page, '.form__submit');
  await focusOn(page, '[name="identity"]');
  const error = page.locator('[data-field="identity"] .field__error');
  expect(await error.textContent()).toBe('Choose a file.');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await page.setInputFiles('[name="identity"]', { ...card, buffer: svg });
  await error.waitFor({ state: 'detached' });
  await press(page, '.form__submit');
  await error.getByText('This is not a JPEG').waitFor();
  await focusOn(page, '[name="identity"][aria-invalid]');
  expect(await accessibilityViolations(page)).toEqual([]);
  await shoot('wrong');

  await page.setInputFiles('[name="identity"]', card);
  await page.setInputFiles('[name="address"]', { ...card, buffer: Buffer.alloc(11 * 1024 * 1024) });
  await press(page, '.form__submit');
  await page.locator('[data-field="address"] .field__error').getByText('too big').waitFor();
  await page.setInputFiles('[name="address"]', []);
  proxy.treat(({ url }) => (url.endsWith('requestVerification') ? 'fail' : 'pass'));
  await press(page, '.form__submit');
  await technical();
  expect(await page.locator('.form__alert').textContent()).toContain('technical problem');
  expect(await state.textContent()).toBe('Not started');

  // The player repeats the request without choosing the file again.
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  proxy.treat(({ url }) => (url.endsWith('requestVerification') ? { after: held } : 'pass'));
  await press(page, '.form__submit');
  await page.locator('output', { hasText: 'Your files have arrived.' }).waitFor();
  expect(await page.getByRole('progressbar', { name: 'Sending your files' }).getAttribute('value')).toBe('1');
  await shoot('sending');
  release?.();
  await noticeOf(page).getByText('Your documents have arrived.').waitFor();
  const popup = page.getByRole('dialog', { name: 'Identity check in progress' });
  await popup.locator('.message__icon--kyc-pending').waitFor();
  await page.keyboard.press('Enter');
  await popup.waitFor({ state: 'detached' });
  await focusOn(page, '.account-area__title');
  expect(await state.textContent()).toBe('In progress');
  await shoot('pending');

  const { err } = await admin('verifications', 'approve', funded.accountId);
  expect(err).toBe('');
  await page.reload();
  await hydrated(page);
  expect(await state.textContent()).toBe('Approved');
  await page.getByText('You can withdraw money.').waitFor();
  expect(await page.locator('[type="file"]').count()).toBe(0);
  await page.goto(`${site.origin}/my-accounts/withdraw`);
  await hydrated(page);
  expect(await page.locator('.condition').count()).toBe(0);
  await page.locator('[name="accountNumber"]').fill('0001 2345 6789');
  await page.locator('[name="bankCode"]').fill('test0001234');
  // The platform stores the bank account, but the proxy replaces the answer with garbage.
  proxy.treat(({ url }) => (url.endsWith('addDestination') ? { change: () => 'lost' } : 'pass'));
  await press(page, '.form__submit');
  await technical();
  expect(await page.locator('[name="accountNumber"]').inputValue()).toBe('0001 2345 6789');
  await press(page, '.form__submit');
  await page.getByText('The bank account is added.').waitFor();
  await page.locator('[name="amount"]').fill('500');
  await tabTo(page, '.form__submit');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/my-accounts\/withdrawals$/);
  await page.getByText('Your withdrawal is requested.').waitFor();
});
