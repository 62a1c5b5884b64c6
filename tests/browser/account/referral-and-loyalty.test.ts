import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import {
  test as base,
  focusedName,
  focusOn,
  hydrated,
  press,
  tabTo,
  typeInto,
} from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { createPlayer, freshName, type TestPlayer, testPassword } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { eventually } from '../../helpers/visitor.ts';

interface Entry {
  player?: TestPlayer;
  script?: boolean;
  viewport?: { width: number; height: number };
  before?: (page: Page) => Promise<unknown>;
}

/** A `test` whose fixture `enter` opens an address as a player with a verified contact. */
const test = base
  .extend('rewards', { scope: 'file' }, async ({ platform }) => {
    const admin = operatorOf(platform);
    await admin('rewards', 'create', 'jaldi-2', '--points', '200', '--game', 'jaldi', '--lines', '2');
    await admin('rewards', 'create', 'bonus-5', '--points', '500', '--amount', 'INR=5');
  })
  .extend(
    'enter',
    ({ platform, site, visitor }) =>
      async (path: string, { player, script = true, viewport = viewports.phone, before }: Entry = {}) => {
        const who = player ?? (await createPlayer(platform));
        await campaignPlayOn(platform).verify(who);
        if (!script) visitor.expectProblem(/status of 422/);
        const page = await visitor.open(`${site.origin}${path}`, {
          viewport,
          javaScriptEnabled: script,
          before: async (opened) => {
            await addSession(opened, site, who);
            await before?.(opened);
          },
        });
        if (script) await hydrated(page);
        return { player: who, page };
      },
  );

const sound = async (page: Page) => {
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
};
const notice = (page: Page) => page.locator('.account-area__notice');
const pictures = process.env['PICTURES'];
async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}
const wordsOf = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

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
      await eventually(async () => expect(await notice(page).textContent()).toBe('Invitasjonene er på vei.'));
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

describe('loyalty shop', () => {
  test('exchanges points only once, even if the response is lost and the page is reloaded', async ({
    platform,
    visitor,
    proxy,
    rewards: _rewards,
    enter,
  }) => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'loyalty', 640, 'PTS');
    const { page } = await enter('/my-accounts', { player, viewport: viewports.desktop });
    await page.locator('.account__balance').click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('link', { name: 'Loyalty points' }).click();
    await page.waitForURL(/\/loyalty-shop$/);
    await hydrated(page);
    expect(await dialog.count()).toBe(0);
    expect(wordsOf(await page.locator('.balance').textContent())).toMatch(/^Loyalty points ?640/);
    await sound(page);
    await picture(page, 'shop-desktop');

    await tabTo(page, '.reward:nth-child(2) .button');
    await page.keyboard.press('Enter');
    await page.locator('.exchange').waitFor();
    expect(wordsOf(await page.locator('.exchange__facts').textContent())).toBe(
      'Price500 pointsYour points640 pointsPoints after the exchange140 points',
    );
    await sound(page);
    await picture(page, 'exchange-desktop');
    // The platform carries out the first exchange, but the answer is lost.
    visitor.expectProblem(/loyalty\/exchange|ERR_FAILED|503/);
    await page.route('**/api/loyalty/exchange', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, '.form__submit');
    await page.getByRole('dialog', { name: 'No connection' }).waitFor();
    await page.keyboard.press('Enter');
    await page.unroute('**/api/loyalty/exchange');
    proxy.treat(({ url }) => (url.endsWith('loyalty/exchange') ? { change: () => 'lost' } : 'pass'));
    await press(page, '.form__submit');
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    proxy.treat(() => 'pass');
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(140);
    // A second exchange would be rejected for lack of points, so give the player more points.
    await fund(platform, player.accountId, 'loyalty', 1000, 'PTS');
    await page.reload();
    await hydrated(page);
    await page.locator('.form__submit').dblclick();
    await page.waitForURL(/\/loyalty-shop$/);
    await eventually(async () => expect(await notice(page).textContent()).toMatch(/^The exchange is done/));
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(1140);
    expect((await dataOf(player, 'wallet', {})).totalBalance).toBe(5_00);
  });

  test.for([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ] as const)(
    'shows the numbers of a free ticket after the player exchanges points by keyboard (%s)',
    async ([, script], { platform, rewards: _rewards, enter }) => {
      const player = await createPlayer(platform);
      await fund(platform, player.accountId, 'loyalty', 260, 'PTS');
      const { page } = await enter('/loyalty-shop', { player, script });
      const cards = page.locator('.reward');
      await cards.first().waitFor();
      if (!script) await page.waitForURL(/whole=1/);
      expect(wordsOf(await cards.nth(1).textContent())).toContain('240 points more needed');
      expect(await cards.nth(1).locator('a').count()).toBe(0);
      if (script) await sound(page);
      await picture(page, `shop-${script ? 'small' : 'small-without-script'}`);
      await press(page, '.reward .button');
      await page.locator('.exchange').waitFor();
      if (script) await focusOn(page, '.account-area__title');
      if (script) await sound(page);
      await press(page, '.form__submit');
      await page.locator('.shop__ticket').waitFor();
      if (script) await focusOn(page, '.account-area__title');
      expect(await page.locator('.shop__ticket .marks li').count()).toBe(2);
      const [bought] = (await dataOf(player, 'transaction/purchaseSummary', {})).purchases;
      expect(await page.locator('.shop__receipt').textContent()).toContain(bought?.receiptNumber);
      expect(await notice(page).textContent()).toMatch(/^The exchange is done/);
      expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(60);
      if (script) await sound(page);
      await picture(page, `shop-ticket-${script ? 'small' : 'small-without-script'}`);
      await press(page, '.shop__receipt a');
      await page.locator('.list__table').waitFor();
      if (script) await focusOn(page, '.account-area__title');
    },
  );

  test('rejects an exchange during a time-out, and states when the time-out ends', async ({
    platform,
    visitor,
    rewards: _rewards,
    enter,
  }) => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'loyalty', 640, 'PTS');
    const { page } = await enter('/hi/loyalty-shop/exchange?reward=bonus-5', { player });
    // The time-out begins in another tab.
    const { timeOut } = await dataOf(player, 'limits/timeOut', { days: 7, password: testPassword });
    visitor.expectProblem(/loyalty\/exchange|status of 400/);
    await press(page, '.form__submit');
    await page.locator('.form__alert').getByText('आपका टाइम-आउट').waitFor();
    const day = new Intl.DateTimeFormat('hi', { day: 'numeric', timeZone: 'Asia/Kolkata' });
    expect(await page.locator('.form__alert').textContent()).toContain(
      day.format(new Date(timeOut?.endsAt ?? '')),
    );
    await sound(page);
    await picture(page, 'exchange-in-time-out');
    await page.getByRole('link', { name: 'मेरी सीमाएँ' }).click();
    await page.waitForURL(/\/hi\/my-accounts\/limits$/);
    await page.goto(new URL('/hi/loyalty-shop', page.url()).href);
    await page.locator('.break-banner').getByText('आपका टाइम-आउट').waitFor();
    await sound(page);
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(640);
  });
});
