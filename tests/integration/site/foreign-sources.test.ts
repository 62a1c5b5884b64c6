import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../../server/config/site-config.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, parseMarkup } from '../../helpers/markup.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
const sites: TestSite[] = [];
const open = async (config: (site: SiteConfig) => void): Promise<TestSite> => {
  const site = await startSite({ platform, clock: platform.clock, warm: false, live: false, config });
  sites.push(site);
  return site;
};

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z') });
});
afterAll(async () => {
  for (const site of sites) await site.close();
  await platform?.stop();
});

/** Returns the Cookie header of a new player's session. */
const playersCookie = async (site: TestSite): Promise<string> =>
  Object.entries(sessionJar(site, await createPlayer(platform)))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

/**
 * Returns the directives of a page's content security policy, the URLs of the page's files, and the options of its
 * language dropdown.
 */
const pageAt = async ({ origin }: TestSite, path: string, headers: Record<string, string> = {}) => {
  const answer = await ask(origin, path, { headers });
  const root = parseMarkup(answer.text);
  const policy = String(answer.headers['content-security-policy']);
  return {
    status: answer.status,
    policy,
    sourcesOf: (name: string) =>
      policy
        .split('; ')
        .find((directive) => directive.startsWith(`${name} `))
        ?.split(' ')
        .slice(1) ?? [],
    styles: byTag(root, 'link')
      .filter(({ attributes }) => attributes['rel'] === 'stylesheet')
      .map(({ attributes }) => attributes['href']),
    scripts: byTag(root, 'script').flatMap(({ attributes }) => attributes['src'] ?? []),
    options: byTag(root, 'footer')
      .flatMap((footer) => byTag(footer, 'option'))
      .map(({ attributes }) => [attributes['value'], attributes['data-href']]),
  };
};
const cms = 'https://files.cms.example';

describe('shipped configuration', () => {
  it('allows and loads no file of another host, and shows no language dropdown', async () => {
    const page = await pageAt(await open(() => {}), '/hi/faq');
    expect(page.policy).not.toMatch(/https?:|unsafe/);
    expect(page.options).toEqual([]);
    for (const file of [...page.styles, ...page.scripts]) expect(file).toMatch(/^\/assets\//);
  });
});

describe('CMS file on another host', () => {
  it('is loaded by public pages, and their content security policy names the file', async () => {
    const site = await open(({ boot }) => {
      boot.cmsFiles = { host: cms, css: ['/theme/site.css'], js: ['/theme/hooks.js'] };
    });
    for (const path of ['/', '/nb/faq', '/login', '/nowhere']) {
      const page = await pageAt(site, path);
      expect(page.styles.at(-1)).toBe(`${cms}/theme/site.css`);
      expect(page.scripts).toContain(`${cms}/theme/hooks.js`);
      expect(page.sourcesOf('style-src')).toEqual(["'self'", `${cms}/theme/site.css`]);
      expect(page.sourcesOf('script-src')[0]).toBe("'self'");
      expect(page.sourcesOf('script-src').at(-1)).toBe(`${cms}/theme/hooks.js`);
    }
  });

  it('is neither allowed nor loaded on private pages', async () => {
    const [site] = sites.slice(-1);
    if (!site) throw new Error('no site was opened');
    const cookie = await playersCookie(site);
    const page = await pageAt(site, '/my-accounts', { cookie });
    expect([page.status, page.policy.includes(cms)]).toEqual([200, false]);
    expect([...page.styles, ...page.scripts].join(' ')).not.toContain(cms);
  });
});

describe('page whose URL contains a token', () => {
  const token = 't'.repeat(43);
  it.each([
    [`/account/take-back-contact?token=${token}`, 200],
    [`/nb/account/stop-invitations?token=${token}`, 200],
    ['/account/take-back-contact?token=short', 404],
    [`/hi/account/no-such-page?token=${token}`, 404],
    [`/account/take-back-contact/%zz?token=${token}`, 400],
  ])('neither loads nor allows files and services of other hosts: %s', async (path, status) => {
    const site =
      sites.find(({ deps }) => deps.config.setup.googleTranslator === 'true') ??
      (await open(({ boot, setup }) => {
        boot.cmsFiles = { host: cms, css: ['/theme/site.css'], js: ['/theme/hooks.js'] };
        setup.googleTranslator = 'true';
      }));
    const page = await pageAt(site, path);
    expect([page.status, page.options]).toEqual([status, []]);
    expect(page.policy).not.toMatch(/https?:|unsafe/);
    for (const file of [...page.styles, ...page.scripts]) expect(file).toMatch(/^\/assets\//);
    expect((await pageAt(site, '/nowhere')).scripts).toContain(`${cms}/theme/hooks.js`);
  });
});

describe('language dropdown', () => {
  it('offers all languages on public pages, where the content security policy allows the translation service', async () => {
    const site = await open(({ setup }) => {
      setup.googleTranslator = 'true';
    });
    const page = await pageAt(site, '/pt/faq');
    expect(page.options.slice(0, 4)).toEqual([
      ['en', '/faq'],
      ['hi', '/hi/faq'],
      ['pt', '/pt/faq'],
      ['nb', '/nb/faq'],
    ]);
    expect(page.options).toContainEqual(['fr', undefined]);
    expect(page.sourcesOf('script-src')).toContain('https://translate.google.com');
    expect(page.sourcesOf('frame-src')).toEqual(['https://translate.google.com']);
    expect(page.scripts.join(' ')).not.toContain('google');
    const cookie = await playersCookie(site);
    const own = await pageAt(site, '/my-accounts', { cookie });
    expect([own.status, own.options, own.policy.includes('google')]).toEqual([200, [], false]);
  });
});
