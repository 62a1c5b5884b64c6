import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { SiteConfig } from '../../../server/config/site-config.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { test as base, focusedName, tabTo, typeInto } from '../../helpers/form-site.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { newestOtp, otherOtp, readOutbox } from '../../helpers/outbox.ts';
import { createPlayer, freshName, testPassword } from '../../helpers/player.ts';
import { freshMobile } from '../../helpers/signup-popup.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { ticketHolder } from '../../helpers/ticket-holder.ts';
import { eventually, type Visitor } from '../../helpers/visitor.ts';

/**
 * Each form is tested with the keyboard alone, with and without script, on a desktop in English and on a phone in
 * Norwegian. Each form is tested in two of the four combinations.
 */
const pairs = [
  [
    { script: true, size: 'desktop', prefix: '' },
    { script: false, size: 'phone', prefix: '/nb' },
  ],
  [
    { script: true, size: 'phone', prefix: '/nb' },
    { script: false, size: 'desktop', prefix: '' },
  ],
] as const;
const done = {
  '': {
    password: 'Your password is changed',
    sent: 'Your message has been sent',
    requested: 'Your request has been sent',
    stopped: 'No more invitations',
    welcome: 'Welcome to Golden Lotto',
  },
  '/nb': {
    password: 'Passordet er endret',
    sent: 'Meldingen er sendt',
    requested: 'Forespørselen er sendt',
    stopped: 'Ingen flere invitasjoner',
    welcome: 'Velkommen til Golden Lotto',
  },
} as const;

type Way = (typeof pairs)[number][number];

const test = base
  /** Starts the site with the given variant of the signup form, once for each variant. */
  .extend('variantSite', { scope: 'file' }, ({ proxy }, { onCleanup }) => {
    const sites = new Map<string, Promise<TestSite>>();
    onCleanup(async () => {
      for (const site of sites.values()) await (await site).close();
    });
    return (signup: SiteConfig['setup']['pattern']['signup']): Promise<TestSite> => {
      const site =
        sites.get(signup) ??
        startSite({
          platform: proxy,
          warm: false,
          live: false,
          env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '10000' },
          config: (config) => {
            config.setup.pattern.signup = signup;
          },
        });
      sites.set(signup, site);
      return site;
    };
  })
  .extend('open', ({ site, visitor }) => ({
    page(path: string, { script, size, prefix }: Way): Promise<Page> {
      // Without script, the answer to an invalid form has an HTTP error status, which Chromium logs.
      if (!script) visitor.expectProblem(/status of 422/);
      return visitor.open(`${site.origin}${prefix}${path}`, {
        viewport: viewports[size],
        javaScriptEnabled: script,
      });
    },
  }));

/**
 * Opens a copy of a page's HTML, so that axe can run in the copy. The copy contains no scripts, because scripts would
 * change the HTML.
 */
async function copyOf(page: Page, { size }: Way, visitor: Visitor): Promise<Page> {
  const html = await page.content();
  const body = html.replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll(/<\/?noscript>/g, '');
  return visitor.open(page.url(), {
    viewport: viewports[size],
    before: (copy) =>
      copy.route(
        ({ href }) => href === page.url(),
        (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }),
      ),
  });
}

/** Expects that axe finds nothing and that the page is not wider than the screen. */
const expectSound = async (page: Page, way: Way, visitor: Visitor): Promise<void> => {
  const checked = way.script ? page : await copyOf(page, way, visitor);
  expect(await accessibilityViolations(checked)).toEqual([]);
  if (checked !== page) await checked.context().close();
  const [scrolled, client] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(scrolled).toBe(client);
};

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
    await page.waitForSelector('.field__error');
    await eventually(async () => expect(await focusedName(page)).toBe('password'));
    expect(await page.inputValue('[name=username]')).toBe(username);
    await expectSound(page, way, visitor);

    await page.keyboard.type('Wrong-river-42');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.form__alert');
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
    await page.waitForSelector('[name=otp]');
    await eventually(async () => expect(await focusedName(page)).toBe('otp'));
    await expectSound(page, way, visitor);

    const otp = await newestOtp(platform, to);
    await page.keyboard.type(otherOtp(otp));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.field__error');
    await eventually(async () => expect(await focusedName(page)).toBe('otp'));
    await expectSound(page, way, visitor);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(otp);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[name=confirmation]');

    await eventually(async () => expect(await focusedName(page)).toBe('password'));
    await page.keyboard.type('Lamp-forest-77');
    await typeInto(page, 'confirmation', 'Lamp-forest-77');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.form-done');
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
    await page.waitForSelector('[name=otp]');
    await eventually(async () => expect(await focusedName(page)).toBe('otp'));
    await expectSound(page, way, visitor);
    await page.keyboard.type(await newestOtp(platform, mobile));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.claim');
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
    await page.waitForSelector('.field__error');
    await eventually(async () => expect(await focusedName(page)).toBe('email'));
    await expectSound(page, way, visitor);
    await page.keyboard.type('ase@mail.example');
    await typeInto(page, 'message', 'Where is my ticket?');
    await tabTo(page, '[name=consent]');
    await page.keyboard.press('Space');
    await tabTo(page, '.form__submit');
    await page.keyboard.press('Enter');
    if (way.script) {
      await page.waitForSelector('.form-done');
      expect(await page.textContent('.form-done__title')).toBe(texts[text]);
      expect(await page.textContent('.form-done__text')).toMatch(/GL-[0-9A-F]{5}-[0-9A-F]{5}/);
    } else {
      await page.waitForSelector('.form__alert');
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
    await page.waitForSelector('.form-done');
    expect(await page.textContent('.form-done__title')).toBe(texts.stopped);
  });
});

describe.each(pairs[1])('page /signup (JavaScript: $script, screen: $size)', (way) => {
  test('keeps the typed values after an error and, after a signup, links to the page in the `to` parameter', async ({
    open,
    visitor,
  }) => {
    const username = freshName();
    const page = await open.page('/signup?to=/results', way);
    const state = page.locator('[data-field="state"]');
    // Until a country is chosen, the state field is in the document but hidden. A visible field would disappear when
    // the form hydrates.
    expect([await state.count(), await state.isVisible()]).toEqual([1, false]);
    await typeInto(page, 'username', username);
    // Wait until three lists have become searchable: those of calling codes, countries and currencies.
    if (way.script) await page.locator('.combobox').nth(2).waitFor();
    await typeInto(page, 'mobile', freshMobile());
    await page.keyboard.press('Tab');
    await page.keyboard.type('Singap');
    if (way.script) {
      await page.getByRole('option', { name: 'Singapore', exact: true }).waitFor();
      await page.keyboard.press('Enter');
    }
    expect(await page.inputValue('[name=country]')).toBe('SG');
    // Singapore has no states. Without script, the form cannot react to the chosen country, so the field stays visible.
    expect(await state.isVisible()).toBe(!way.script);
    await typeInto(page, 'email', `${username}@mail.example`);
    await tabTo(page, '[name=above18]');
    await page.keyboard.press('Space');
    await tabTo(page, '.form__submit');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.field__error');
    await eventually(async () => expect(await focusedName(page)).toBe('password'));
    await expectSound(page, way, visitor);
    expect(await page.inputValue('[name=country]')).toBe('SG');

    await page.keyboard.type(testPassword);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.form-done');
    expect(await page.textContent('.form-done__title')).toBe(done[way.prefix].welcome);
    expect(await page.getAttribute('.form-done a', 'href')).toBe('/results');
    expect(await page.context().cookies()).toContainEqual(expect.objectContaining({ name: 'auth_user' }));
  });
});

/**
 * Variants of the signup form that the other tests of this file do not cover. Each variant lists the fields that a new
 * player fills in. One variant is visited with JavaScript, and the other one without.
 */
const variants = [
  {
    signup: 'short',
    way: pairs[1][1],
    fields: ['username', 'email', 'password'],
    ticks: ['above18', 'agree'],
    next: '',
  },
  {
    signup: 'full-password-first',
    way: pairs[1][0],
    fields: ['password', 'username', 'mobile', 'email'],
    ticks: ['above18'],
    next: '/bonus',
  },
] as const;

describe('page /signup', () => {
  test.for(variants)(
    'in the variant $signup, signs up a visitor who followed a campaign link (JavaScript: $way.script)',
    async ({ signup, way, fields, ticks, next }, { platform, variantSite, visitor }) => {
      const { prefix, script, size } = way;
      const promoCode = signup.slice(0, 4).toUpperCase();
      await campaignPlayOn(platform).promo(promoCode);
      const { origin } = await variantSite(signup);
      const page = await visitor.open(`${origin}${prefix}/signup?campaigncode=${promoCode}`, {
        viewport: viewports[size],
        javaScriptEnabled: script,
      });
      await expectSound(page, way, visitor);
      const username = freshName();
      const typed = {
        username,
        password: testPassword,
        mobile: freshMobile(),
        email: `${username}@mail.example`,
      };
      for (const name of fields) await typeInto(page, name, typed[name]);
      // With script, the browser has filled in the promo code of the link. Without script, the player types it.
      if (script) expect(await page.inputValue('[name=promoCode]')).toBe(promoCode);
      else await typeInto(page, 'promoCode', promoCode);
      for (const name of ticks) {
        await tabTo(page, `[name=${name}]`);
        await page.keyboard.press('Space');
      }
      for (const name of fields) expect(await page.inputValue(`[name=${name}]`), name).toBe(typed[name]);
      await tabTo(page, '.form__submit');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.form-done');
      expect(await page.textContent('.form-done__title')).toBe(done[prefix].welcome);
      expect(await page.getAttribute('.form-done a', 'href')).toBe(`${prefix}${next}` || '/');
      await expectSound(page, way, visitor);
      const uses = await queryDatabase(
        platform.databaseUrl,
        `select accounts.email, promo_code as code from accounts
          join promo_uses using (account_id) join campaigns using (campaign_id) where username = $1`,
        [username],
      );
      expect(uses).toEqual([{ email: typed.email, code: promoCode }]);
    },
  );
});
