import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../../server/config/site-config.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { formHtml, postForm } from '../../helpers/page-form.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { freshName, testPassword } from '../../helpers/player.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

type Pattern = SiteConfig['setup']['pattern']['signup'];

let platform: TestPlatform;
const sites = new Map<Pattern, TestSite>();
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  for (const signup of ['full', 'short'] as const)
    sites.set(
      signup,
      await startSite({
        platform,
        warm: false,
        live: false,
        env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '10000' },
        config: ({ setup }) => {
          setup.pattern.signup = signup;
        },
      }),
    );
});
afterAll(async () => {
  for (const site of sites.values()) await site.close();
  await platform?.stop();
});

const siteOf = (signup: Pattern): TestSite => {
  const site = sites.get(signup);
  if (!site) throw new Error(`no site for ${signup}`);
  return site;
};
const fullForm = () => {
  const username = freshName();
  return {
    username,
    phoneCode: '+91',
    mobile: `9${String(Math.random()).slice(2, 11)}`,
    country: 'IN',
    state: 'IN-KL',
    currency: 'INR',
    email: `${username}@mail.example`,
    password: testPassword,
    promoCode: '',
    above18: '1',
    isPromotion: '1',
  };
};
const accountOf = async (username: string) => {
  const [account] = await queryDatabase(
    platform.databaseUrl,
    `select country_id as country, state_id as state, email, mobile from accounts where username = '${username}'`,
  );
  return account;
};

const shortForm = () => ({
  username: freshName(),
  password: testPassword,
  currency: 'INR',
  above18: '1',
  agree: '1',
});

describe('POST /signup with the full form', () => {
  it('creates the account and logs the player in', async () => {
    const entries = fullForm();
    const answer = await postForm(siteOf('full'), '/signup', entries);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(formHtml(answer)).toContain('Welcome to Golden Lotto');
    expect(formHtml(answer)).toContain('class="button button--primary" href="/"');
    const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split('=', 1)[0]);
    expect(cookies).toEqual(['session', 'auth_user', 'campaigncode']);
    expect(await accountOf(entries.username)).toMatchObject({ country: 'IN', state: 'IN-KL' });
  });

  it('links to the bonus page after a promo code, and otherwise to the page in the `to` parameter', async () => {
    await campaignPlayOn(platform).promo('SIGNUP50');
    const withPromo = await postForm(siteOf('full'), '/signup', { ...fullForm(), promoCode: 'SIGNUP50' });
    expect(formHtml(withPromo)).toContain('class="button button--primary" href="/bonus"');
    const withPath = await postForm(siteOf('full'), '/signup?to=/results', fullForm());
    expect(formHtml(withPath)).toContain('class="button button--primary" href="/results"');
    const elsewhere = await postForm(siteOf('full'), '/signup?to=//evil.example', fullForm());
    expect(formHtml(elsewhere)).toContain('class="button button--primary" href="/"');
  });

  it('shows the platform’s error at the field that it concerns', async () => {
    const taken = fullForm();
    await postForm(siteOf('full'), '/signup', taken);
    const again = await postForm(siteOf('full'), '/signup', { ...fullForm(), username: taken.username });
    expect(again.status).toBe(422);
    expect(formHtml(again)).toMatch(/id="[^"]*username-error"/);
    expect(formHtml(again)).toContain(`value="${taken.username}"`);
    expect(again.text).not.toContain(testPassword);
    const promo = await postForm(siteOf('full'), '/signup', { ...fullForm(), promoCode: 'NOSUCH' });
    expect(formHtml(promo)).toMatch(/id="[^"]*promoCode-error"/);
  });

  it('links to the page in the `to` parameter, or to the home page if there is no such parameter', async () => {
    const answer = await postForm(siteOf('full'), '/signup?to=/nb/results', fullForm());
    expect(formHtml(answer)).toContain('href="/nb/results"');
    const home = await postForm(siteOf('full'), '/signup', fullForm());
    expect(formHtml(home)).toContain('href="/"');
  });

  it('shows only the first error', async () => {
    const answer = await postForm(siteOf('full'), '/signup', {});
    expect(formHtml(answer).match(/field__error/g)).toHaveLength(1);
    expect(formHtml(answer)).toMatch(/id="[^"]*username-error"/);
  });

  it('requires a state or province of the chosen country, unless the country has none', async () => {
    for (const state of ['', 'NO-03']) {
      const answer = await postForm(siteOf('full'), '/signup', { ...fullForm(), state });
      expect(formHtml(answer)).toMatch(/id="[^"]*state-error"/);
    }
    const entries = { ...fullForm(), country: 'SG', state: '' };
    expect((await postForm(siteOf('full'), '/signup', entries)).status).toBe(200);
    expect(await accountOf(entries.username)).toMatchObject({ country: 'SG', state: null });
  });
});

describe('POST /signup with the short form', () => {
  it('creates an account with only the contact of the chosen tab', async () => {
    const byEmail = shortForm();
    const email = `${byEmail.username}@mail.example`;
    const first = await postForm(siteOf('short'), '/signup', {
      ...byEmail,
      by: 'email',
      email,
      mobile: '123',
    });
    expect(formHtml(first)).toContain('Welcome to Golden Lotto');
    expect(await accountOf(byEmail.username)).toMatchObject({ mobile: null });
    const byPhone = shortForm();
    const mobile = `9${String(Math.random()).slice(2, 11)}`;
    const second = await postForm(siteOf('short'), '/signup', {
      ...byPhone,
      by: 'phone',
      phoneCode: '+91',
      mobile,
      email: 'not an address',
    });
    expect(formHtml(second)).toContain('Welcome to Golden Lotto');
    expect(await accountOf(byPhone.username)).toMatchObject({ email: null });
  });

  it('requires the player to accept the terms', async () => {
    const given = shortForm();
    const answer = await postForm(siteOf('short'), '/signup', {
      ...given,
      agree: '',
      by: 'email',
      email: `${given.username}@mail.example`,
    });
    expect(formHtml(answer)).toMatch(/id="[^"]*agree-error"/);
    expect(await accountOf(given.username)).toBeUndefined();
  });

  it('is sent from a page that shows a text for new players', async () => {
    const response = await fetch(`${siteOf('short').origin}/signup`);
    expect(await response.text()).toContain('Open an account');
  });
});
