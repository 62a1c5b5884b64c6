import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../shared/contract/calls.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, type MarkupElement, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { cookieHeader, type RecordedSite, startRecordedSite } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    // PLATFORM_UCID is empty, so the site uses the customer code (ucid) of the configuration file.
    env: { PLATFORM_UCID: '' },
    config: ({ boot, setup }) => {
      boot.cmsVersion = '7';
      boot.metaFromSite = ['/winners', '/faq'];
      boot.pagination.groupResults = 2;
      boot.runtimePages.blogs = { default: 'aboutus', list: 'promotions' };
      boot.runtimePages.games.list = 'blogs';
      boot.staticPages = boot.staticPages.map((page) =>
        page.name === 'faq' ? { ...page, title: 'Ask us' } : page,
      );
      boot.currencyFormat.currencyDisplay = 'code';
      setup.menus.siteConfig = [{ title: 'Legal', labelKey: 'menu.legal', url: '/legal' }];
      setup.sales = false;
    },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** A site with settings that differ from those of `site`, and with a fake platform that records the calls. */
let recorded: RecordedSite;
beforeAll(async () => {
  recorded = await startRecordedSite({
    env: { PLATFORM_UCID: '' },
    config: ({ boot, setup }) => {
      boot.customerCode = 'other';
      boot.paymentProviderId = 'bank';
      setup.multiCurrency = true;
    },
  });
});
beforeEach(() => {
  recorded.upstream.received.length = 0;
});
afterAll(() => recorded?.stop());

const sentBodies = () => recorded.upstream.received.map(({ body }) => JSON.parse(body));
const answering = (data: unknown) =>
  ({ is: 'answer', body: { success: true, firstCode: '10000', data } }) as const;

const textOf = ({ text }: MarkupElement): string => text;
const pageAt = async (path: string) => {
  const answer = await ask(site.origin, path);
  return { status: answer.status, root: parseMarkup(answer.text) };
};
const titleAt = async (path: string): Promise<string> => {
  const { root } = await pageAt(path);
  return byTag(root, 'title').map(textOf).join();
};
const call = async (name: string, data: unknown) => {
  const answer = await ask(site.origin, `/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  return JSON.parse(answer.text);
};

describe('site with a changed configuration', () => {
  it('takes the title of a path from the CMS unless metaFromSite lists the path', async () => {
    expect(await titleAt('/games')).toContain('Seven lottery games');
  });

  it('takes the title of a path from the configuration if metaFromSite lists the path', async () => {
    expect(await titleAt('/winners')).toBe('Winners · Golden Lotto');
    expect(await titleAt('/faq')).toBe('Ask us · Golden Lotto');
  });

  it('takes the text and the items of a page such as /blogs from the CMS pages that runtimePages names', async () => {
    const { status, root } = await pageAt('/blogs');
    const links = byTag(root, 'a').map(({ attributes }) => attributes['href'] ?? '');
    expect(status).toBe(200);
    expect(byTag(root, 'h1').map(textOf).join()).toContain('About');
    expect(links.filter((href) => href.startsWith('/blogs/')).length).toBeGreaterThan(2);
  });

  it('returns 404 for a game that is not in the list of runtime games', async () => {
    expect((await pageAt('/games/golden-keno')).status).toBe(404);
  });

  it('shows the configured number of cards of each game on the results page', async () => {
    const { root } = await pageAt('/results');
    const cards = byTag(root, 'article').filter(({ attributes }) => attributes['data-draw'] !== undefined);
    const games = cards.map(({ attributes }) => attributes['data-draw']?.replace(/-\d+$/, ''));
    expect(games.filter((game) => game === 'keno')).toHaveLength(2);
  });

  it('writes amounts in the format that currencyFormat names', async () => {
    const { root } = await pageAt('/winners');
    const text = byTag(root, 'main').map(textOf).join();
    expect(text).toMatch(/INR\s\d/);
    expect(text).not.toContain('₹');
  });

  it('shows the links of menus.siteConfig as a group in the menu for small screens', async () => {
    const { root } = await pageAt('/winners');
    const groups = byTag(root, 'nav').filter(({ attributes }) => attributes['aria-label'] === 'More');
    expect(groups.flatMap((group) => byTag(group, 'a')).map(({ attributes }) => attributes['href'])).toEqual([
      '/legal',
    ]);
  });

  it('returns the same countries at the paths with and without the configured version', async () => {
    const plain = await ask(site.origin, '/config/countries.json');
    const versioned = await ask(site.origin, '/7/config/countries.json');
    expect(versioned.status).toBe(200);
    expect(versioned.text).toBe(plain.text);
  });

  it('returns the paths of the API in boot_config.json', async () => {
    const { text } = await ask(site.origin, '/environment/boot_config.json');
    expect(JSON.parse(text)).toMatchObject({ apiPath: '/api', apiVersion: 'v1', cmsVersion: '7' });
  });

  it('rejects a signup bonus in a currency other than the default unless multiCurrency is set', async () => {
    const answer = await call('campaign/getSignupBonusCalculations', {
      promoCode: 'WELCOME50',
      currency: 'EUR',
    });
    expect(answer).toEqual({
      success: false,
      firstCode: '10400',
      data: { fields: { currency: 'currency_required' } },
    });
  });
});

describe('site whose configuration names another customer, provider and currency', () => {
  it('sends customerCode to the platform as ucid if PLATFORM_UCID is unset', async () => {
    const jar = await recorded.login();
    recorded.upstream.next(answering(calls['accounts/getAvatarList'].example.response));
    await recorded.call('accounts/getAvatarList', {}, { jar });
    expect(sentBodies().map(({ ucid }) => ucid)).toEqual(['other', 'other']);
  });

  it('requests a signup bonus in a currency other than the default if multiCurrency is set', async () => {
    const { request, example } = calls['campaign/getSignupBonusCalculations'];
    const data = request.parse({ promoCode: 'WELCOME50', currency: 'EUR' });
    recorded.upstream.next(answering(example.response));
    const { status } = await recorded.call('campaign/getSignupBonusCalculations', data);
    expect(status).toBe(200);
    expect(sentBodies().map((body) => body.data)).toEqual([data]);
  });

  it('lists the payment method of paymentProviderId before the others', async () => {
    const [sandbox] = calls['cashier/getPaymentProvider'].example.response.providers;
    const jar = await recorded.login();
    recorded.upstream.always(
      answering({ providers: [sandbox, { ...sandbox, providerId: 'bank', name: 'Bank' }] }),
    );
    const { text } = await ask(recorded.site.origin, '/deposit?whole=1', {
      headers: { cookie: cookieHeader(jar) },
    });
    const providers = byTag(parseMarkup(text), 'option').map(({ attributes }) => attributes['value']);
    expect(providers.filter((value) => value === 'bank' || value === 'sandbox')).toEqual(['bank', 'sandbox']);
  });
});
