import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { byTag, type MarkupElement, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
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
    // The variable is unset, so the site uses the customer code (ucid) of the configuration file.
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
      setup.sales = false;
    },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

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

describe('a site with a changed configuration', () => {
  it('takes the title of a path from the CMS unless metaFromSite lists the path', async () => {
    expect(await titleAt('/games')).toContain('Seven lottery games');
  });

  it('takes the title of a path from the configuration if metaFromSite lists the path', async () => {
    expect(await titleAt('/winners')).toBe('Winners · Golden Lotto');
    expect(await titleAt('/faq')).toBe('Ask us · Golden Lotto');
  });

  it('takes the text and the items of a page group from the configured CMS page', async () => {
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

  it('publishes the countries at a path with or without the configured version', async () => {
    const plain = await ask(site.origin, '/config/countries.json');
    const versioned = await ask(site.origin, '/7/config/countries.json');
    expect(versioned.status).toBe(200);
    expect(versioned.text).toBe(plain.text);
  });

  it('publishes the paths of the API', async () => {
    const { text } = await ask(site.origin, '/environment/boot_config.json');
    expect(JSON.parse(text)).toMatchObject({ apiPath: '/api', apiVersion: 'v1', cmsVersion: '7' });
  });

  it('rejects a signup in a currency other than the default unless multiCurrency is set', async () => {
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
