import { describe, expect } from 'vitest';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { focusedName, tabTo, typeInto } from '../../helpers/form-site.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { newestOtp, otherOtp, readOutbox } from '../../helpers/outbox.ts';
import { createPlayer, freshName, testPassword } from '../../helpers/player.ts';
import { freshMobile } from '../../helpers/signup-popup.ts';
import { ticketHolder } from '../../helpers/ticket-holder.ts';
import { eventually } from '../../helpers/visitor.ts';
import { done, expectSound, pairs, test } from './form-walk.ts';

describe.each(pairs[0])('form page (JavaScript: $script, screen: $size, prefix: "$prefix")', (way) => {
  const texts = done[way.prefix];

  test('at /login shows an error next to the invalid field, and opens the requested page after a login', async ({
    platform,
    open,
    visitor,
  }) => {
    const { username } = await createPlayer(platform);
    const page = await open.page('/login?to=/results', way);
    await typeInto(page, 'username', username);
    await page.keyboard.press('Enter');
    await page.locator('.field__error').waitFor();
    await eventually(async () => expect(await focusedName(page)).toBe('password'));
    expect(await page.inputValue('[name=username]')).toBe(username);
    await expectSound(page, way, visitor);

    await page.keyboard.type('Wrong-river-42');
    await page.keyboard.press('Enter');
    await page.locator('.form__alert').waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('form__alert'),
    );
    await expectSound(page, way, visitor);

    await tabTo(page, '[name=password]');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/results');
    expect(await page.context().cookies()).toContainEqual(expect.objectContaining({ name: 'auth_user' }));
  });

  const contact = way.size === 'phone' ? 'mobile number' : 'e-mail address';
  test(`at /forgot-password sets a new password in three steps, with the ${contact}`, async ({
    platform,
    open,
    visitor,
  }) => {
    const username = freshName();
    const isPhone = way.size === 'phone';
    const to = isPhone ? `+91${freshMobile()}` : `${username}@mail.example`;
    if (isPhone) await fundedPlayer(platform, { account: { username, usernameKey: username, mobile: to } });
    else await createPlayer(platform, { username });
    const page = await open.page('/forgot-password', way);
    // A player may type the mobile number without its calling code.
    await typeInto(page, 'identifier', to.replace('+91', ''));
    await page.keyboard.press('Enter');
    await page.locator('[name=otp]').waitFor();
    await eventually(async () => expect(await focusedName(page)).toBe('otp'));
    await expectSound(page, way, visitor);

    const otp = await newestOtp(platform, to);
    await page.keyboard.type(otherOtp(otp));
    await page.keyboard.press('Enter');
    await page.locator('.field__error').waitFor();
    await eventually(async () => expect(await focusedName(page)).toBe('otp'));
    await expectSound(page, way, visitor);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(otp);
    await page.keyboard.press('Enter');
    await page.locator('[name=confirmation]').waitFor();

    await eventually(async () => expect(await focusedName(page)).toBe('password'));
    await page.keyboard.type('Lamp-forest-77');
    await typeInto(page, 'confirmation', 'Lamp-forest-77');
    await page.keyboard.press('Enter');
    await page.locator('.form-done').waitFor();
    expect(await page.textContent('.form-done__title')).toBe(texts.password);
    await expectSound(page, way, visitor);
    const login = { type: 2, username, password: 'Lamp-forest-77' } as const;
    expect((await platform.call('accounts/login', login)).body.success).toBe(true);
  });

  test('at /claim-status shows the status of a ticket', async ({ platform, open, visitor }) => {
    const { receiptNumber, mobile } = await ticketHolder(platform);
    const page = await open.page('/claim-status', way);
    await typeInto(page, 'receiptNumber', receiptNumber.toLowerCase());
    await typeInto(page, 'mobile', mobile.slice(3));
    await page.keyboard.press('Enter');
    await page.locator('[name=otp]').waitFor();
    await eventually(async () => expect(await focusedName(page)).toBe('otp'));
    await expectSound(page, way, visitor);
    await page.keyboard.type(await newestOtp(platform, mobile));
    await page.keyboard.press('Enter');
    await page.locator('.claim').waitFor();
    expect(await page.textContent('.claim__facts')).toContain(receiptNumber);
    await expectSound(page, way, visitor);
  });
});

describe.each(pairs[1])('form page (JavaScript: $script, screen: $size, prefix: "$prefix")', (way) => {
  const texts = done[way.prefix];

  test.for([
    ['/contactus', 'sent'],
    ['/scheduledemo', 'requested'],
  ] as const)('at %s sends a message only with JavaScript', async ([path, text], { open, visitor }) => {
    const page = await open.page(path, way);
    await typeInto(page, 'username', 'Åse');
    await page.keyboard.press('Enter');
    await page.locator('.field__error').waitFor();
    await eventually(async () => expect(await focusedName(page)).toBe('email'));
    await expectSound(page, way, visitor);
    await page.keyboard.type('ase@mail.example');
    await typeInto(page, 'message', 'Where is my ticket?');
    await tabTo(page, '[name=consent]');
    await page.keyboard.press('Space');
    await tabTo(page, '.form__submit');
    await page.keyboard.press('Enter');
    if (way.script) {
      await page.locator('.form-done').waitFor();
      expect(await page.textContent('.form-done__title')).toBe(texts[text]);
      expect(await page.textContent('.form-done__text')).toMatch(/GL-[0-9A-F]{5}-[0-9A-F]{5}/);
    } else {
      await page.locator('.form__alert').waitFor();
      expect(await page.textContent('.form__alert')).toContain('JavaScript');
      expect(await page.inputValue('[name=message]')).toBe('Where is my ticket?');
    }
    await expectSound(page, way, visitor);
  });

  test('at /account/stop-invitations stops invitations when its button is pressed', async ({
    platform,
    open,
    visitor,
  }) => {
    const player = await createPlayer(platform);
    await campaignPlayOn(platform).verify(player);
    const to = `${freshName()}@mail.example`;
    await player.call('transaction/referAFriend', { email_addresses: [to] });
    const [mail] = await readOutbox(platform, to);
    const token = /token=([\w-]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
    const page = await open.page(`/account/stop-invitations?token=${token}`, way);
    await expectSound(page, way, visitor);
    await tabTo(page, '.form__submit');
    await page.keyboard.press('Enter');
    await page.locator('.form-done').waitFor();
    expect(await page.textContent('.form-done__title')).toBe(texts.stopped);
  });
});
