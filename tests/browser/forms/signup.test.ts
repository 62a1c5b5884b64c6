import { describe, expect } from 'vitest';
import type { SiteConfig } from '../../../server/config/site-config.ts';
import { viewports } from '../../helpers/browser.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { focusedName, tabTo, typeInto } from '../../helpers/form-site.ts';
import { freshName, testPassword } from '../../helpers/player.ts';
import { freshMobile } from '../../helpers/signup-popup.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test as base, done, expectSound, pairs } from './form-walk.ts';

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
    await page.locator('.field__error').waitFor();
    await eventually(async () => expect(await focusedName(page)).toBe('password'));
    await expectSound(page, way, visitor);
    expect(await page.inputValue('[name=country]')).toBe('SG');

    await page.keyboard.type(testPassword);
    await page.keyboard.press('Enter');
    await page.locator('.form-done').waitFor();
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
      await page.locator('.form-done').waitFor();
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
