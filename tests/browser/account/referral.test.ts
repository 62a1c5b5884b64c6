import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { focusedName, focusOn, noticeOf, press, tabTo, typeInto } from '../../helpers/form-site.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { freshName, type TestPlayer, testPassword } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { eventually } from '../../helpers/visitor.ts';
import { picture, sound, test, wordsOf } from './verified-player-site.ts';

describe('referral page', () => {
  test('copies and shares the referral link, which fills in the code when a friend signs up', async ({
    platform,
    site,
    visitor,
    enter,
  }) => {
    const { player, page } = await enter('/my-accounts/refer', {
      viewport: viewports.desktop,
      before: async (opened) => {
        await opened.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await opened.addInitScript(() => {
          Object.defineProperty(navigator, 'share', {
            value: (data: unknown) => {
              Object.assign(window, { shared: data });
              return Promise.resolve();
            },
          });
        });
      },
    });
    const { referralLink } = await dataOf(player, 'transaction/rafUserSummary', {});
    expect(await page.locator('.share__link').inputValue()).toBe(referralLink);
    await sound(page);
    await picture(page, 'referral-desktop');
    await tabTo(page, '.share__actions .button');
    await page.keyboard.press('Enter');
    await eventually(async () =>
      expect(await page.locator('.share__notice').textContent()).toBe('The link is copied.'),
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(referralLink);
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await page.evaluate(() => Object.getOwnPropertyDescriptor(window, 'shared')?.value)).toMatchObject(
      {
        url: referralLink,
      },
    );
    // The server renders the QR code, so the browser loads no encoder.
    expect(await page.locator('.share__qr svg path').count()).toBe(1);

    const { pathname, search } = new URL(referralLink);
    const joining = await visitor.open(`${site.origin}${pathname}${search}`, { viewport: viewports.phone });
    await eventually(async () =>
      expect(await joining.inputValue('[name=promoCode]')).toBe(search.split('=')[1]),
    );
    const username = freshName();
    await joining.fill('[name=username]', username);
    await joining.fill('[name=mobile]', `9${String(Date.now()).slice(-9)}`);
    // After hydration, the searchable list replaces the native list.
    await joining.locator('.combobox').first().waitFor();
    await joining.getByRole('combobox', { name: 'Country', exact: true }).fill('Singap');
    await joining.getByRole('option', { name: 'Singapore', exact: true }).click();
    await joining.fill('[name=email]', `${username}@mail.example`);
    await joining.fill('[name=password]', testPassword);
    await joining.check('[name=above18]');
    await joining.click('.form__submit');
    await eventually(async () => {
      const cookies = await joining.context().cookies();
      expect(cookies.map(({ name }) => name)).toContain('auth_user');
    });

    await page.reload();
    const row = page.locator('.list__table tbody tr');
    await row.waitFor();
    expect(wordsOf(await row.textContent())).toMatch(
      /^p•••. *Joined on .*Joined *First ticket still to come *₹0$/,
    );

    const login = await dataOf(platform, 'accounts/login', { type: 2, username, password: testPassword });
    const { authToken: token } = login.userData;
    const { player: known } = await platform.deps.sessions.authenticate(`Bearer ${token}`);
    if (!known) throw new Error('the friend has no session');
    const on = campaignPlayOn(platform);
    const headers = { authorization: `Bearer ${token}` };
    const friend: Pick<TestPlayer, 'accountId' | 'call'> = {
      accountId: known.accountId,
      call: (name, data) => platform.call(name, data, { headers }),
    };
    await on.verify(friend);
    await on.pay(friend, 100_00);
    await on.buy(friend, 1);
    await page.reload();
    await row.waitFor();
    expect(wordsOf(await row.textContent())).toMatch(/Rewarded.*₹50$/);
    expect(wordsOf(await page.locator('.statistics__figures').textContent())).toBe(
      'Invited by e-mail0Joined1With a reward1Your rewards₹50',
    );
    await sound(page);
    await picture(page, 'referral-friend-desktop');
  });

  test.for([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ] as const)(
    'sends invitations by keyboard, and shows an error next to an invalid address (%s)',
    async ([, script], { platform, enter }) => {
      const { page } = await enter('/nb/my-accounts/refer', { script });
      if (!script) await page.waitForURL(/whole=1/);
      const field = page.locator('[name=emails]');
      await typeInto(page, 'emails', 'en@mail.example, ikke-en-adresse');
      await tabTo(page, '.form__submit');
      await page.keyboard.press('Enter');
      const error = page.locator('.field__error');
      await error.waitFor();
      expect(await error.textContent()).toBe('Dette er ikke en gyldig e-postadresse: ikke-en-adresse');
      await eventually(async () => expect(await focusedName(page)).toBe('emails'));
      expect(await field.inputValue()).toBe('en@mail.example, ikke-en-adresse');
      if (script) await sound(page);

      const addresses = [1, 2].map(() => `${freshName()}@mail.example`);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(addresses.join('\n'));
      await press(page, '.form__submit');
      await eventually(async () =>
        expect(await noticeOf(page).textContent()).toBe('Invitasjonene er på vei.'),
      );
      if (script) await focusOn(page, '.account-area__title');
      await eventually(async () =>
        expect(wordsOf(await page.locator('.referral__note').textContent())).toBe(
          'Du kan sende 18 invitasjoner til nå.',
        ),
      );
      expect(await field.inputValue()).toBe('');
      for (const address of addresses) {
        const [mail] = await readOutbox(platform, address);
        expect([mail?.template, mail?.language]).toEqual(['refer_friend', 'nb']);
      }
      if (script) await sound(page);
      await picture(page, `referral-${script ? 'phone' : 'phone-without-script'}`);
    },
  );
});
