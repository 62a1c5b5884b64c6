import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, ask } from '../../helpers/http.ts';
import { byTag, parseMarkup } from '../../helpers/markup.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { annul, resultOf } from '../draws-corrections/plays.ts';

const siteUrl = 'https://lotto.example';
const prefixes = ['', '/hi', '/pt', '/nb'];

let platform: TestPlatform;
let site: TestSite;
let jaldiNumber: number;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  jaldiNumber = (await drawNextJaldi(platform)).number;
  // The clock is stopped, so that no picture expires and only a purge can replace it.
  const now = platform.clock.now();
  site = await startSite({
    platform,
    clock: { now: () => now },
    warm: false,
    live: false,
    env: { SITE_URL: siteUrl },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const get = (path: string, headers = {}) => ask(site.origin, path, { headers });
const pictureOf = async (path: string): Promise<Answer> => {
  const answer = await get(path);
  expect(`${path} ${answer.status} ${answer.headers['content-type']}`).toBe(`${path} 200 image/png`);
  return answer;
};
/** Reads the letters of the PNG signature, and width and height from the IHDR chunk (PNG §11.2.1). */
const sizeOf = ({ bytes }: Answer): [string, number, number] => [
  bytes.toString('latin1', 1, 4),
  bytes.readUInt32BE(16),
  bytes.readUInt32BE(20),
];
const metaOf = async (path: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    byTag(parseMarkup((await get(path)).text), 'meta').map(({ attributes }) => [
      attributes['property'] ?? attributes['name'] ?? '',
      attributes['content'] ?? '',
    ]),
  );

describe('link preview picture', () => {
  it('of the newest draw of each game is a PNG of 1200 × 630 pixels that differs between languages', async () => {
    const cards: { href: string }[] = JSON.parse((await get('/results/latest.json')).text).cards;
    expect(cards.length).toBeGreaterThan(6);
    for (const { href } of cards) {
      const answers = await Promise.all(prefixes.map((prefix) => pictureOf(`${prefix}${href}.png`)));
      for (const answer of answers) expect(sizeOf(answer)).toEqual(['PNG', 1200, 630]);
      expect(new Set(answers.map(({ headers }) => headers.etag)).size, href).toBe(prefixes.length);
    }
  });

  it('appears in the page’s metadata as a large card with its size and alternative text', async () => {
    const draw = `/results/golden-jaldi/${jaldiNumber}`;
    const own = await metaOf(`/hi${draw}`);
    expect(own).toMatchObject({
      'og:image': `${siteUrl}/hi${draw}.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('Golden Jaldi'),
      'twitter:card': 'summary_large_image',
    });
    for (const prefix of prefixes) {
      const { 'og:image': image = '' } = await metaOf(prefix || '/');
      expect(image).toBe(`${siteUrl}${prefix}/share.png`);
      expect(sizeOf(await pictureOf(image.slice(siteUrl.length)))).toEqual(['PNG', 1200, 630]);
    }
  });

  it.each([
    ['/games/golden-keno', '/games/golden-keno.png'],
    ['/results?game=keno', '/games/golden-keno.png'],
    ['/winners?game=keno', '/games/golden-keno.png'],
    ['/statistics/golden-keno', '/games/golden-keno.png'],
    ['/blogs/odds-explained', '/blogs/odds-explained.png'],
    ['/promotions/welcome-bonus', '/promotions/welcome-bonus.png'],
  ])('of the page %s is %s, in each language', async (page, picture) => {
    const etags = await Promise.all(
      prefixes.map(async (prefix) => {
        const { 'og:image': image = '' } = await metaOf(prefix + page);
        expect(image).toBe(siteUrl + prefix + picture);
        const answer = await pictureOf(prefix + picture);
        expect(sizeOf(answer)).toEqual(['PNG', 1200, 630]);
        expect(answer.headers.etag).not.toBe((await pictureOf(`${prefix}/share.png`)).headers.etag);
        return answer.headers.etag;
      }),
    );
    expect(new Set(etags).size).toBe(prefixes.length);
  });

  it('is drawn once for concurrent clients, is sent uncompressed and can return a 304', async () => {
    const draw = vi.spyOn(site.deps.pictures, 'draw');
    const path = `/results/golden-jaldi/${jaldiNumber - 1}.png`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => get(path, { 'accept-encoding': 'br, gzip' })),
    );
    await get(`${path}?utm_source=a`);
    expect(draw).toHaveBeenCalledTimes(1);
    draw.mockRestore();
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    const { headers } = await get(path);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['cache-tag']).toBe('draws:jaldi,draws:*,games');
    expect((await get(path, { 'if-none-match': headers.etag })).status).toBe(304);
  });

  it('returns a 404 and is not drawn for an unknown game, draw or text', async () => {
    const draw = vi.spyOn(site.deps.pictures, 'draw');
    const unknown = [
      'results/none/1',
      'results/golden-jaldi/0',
      'results/golden-jaldi/1e3',
      'results/golden-jaldi/99000000',
      'results/golden-jaldi/%3Cb%3E',
      'games/none',
      'blogs/welcome-bonus',
      'promotions/odds-explained',
    ];
    for (const path of unknown) expect((await get(`/hi/${path}.png`)).status, path).toBe(404);
    expect(draw).not.toHaveBeenCalled();
    draw.mockRestore();
  });

  it('changes after the draw is voided and the tags of the picture are purged, and then has a new URL in the page', async () => {
    const path = `/results/golden-jaldi/${jaldiNumber}`;
    const before = await pictureOf(`${path}.png`);
    await annul(platform, { drawId: (await resultOf(platform, 'jaldi', jaldiNumber)).drawId });
    expect((await get(`${path}.png`)).headers.etag).toBe(before.headers.etag);
    await site.purge(['results:jaldi', 'draws:jaldi'], { hard: true });
    expect((await pictureOf(`${path}.png`)).headers.etag).not.toBe(before.headers.etag);
    expect((await metaOf(path))['og:image']).toBe(`${siteUrl}${path}.png?revision=1`);
  });

  it('is replaced by a redirect to the site’s picture or to the icon if it cannot be drawn', async () => {
    const now = platform.clock.now();
    const failing = await startSite({ platform, clock: { now: () => now }, warm: false });
    failing.deps.client.createPicture = () => {
      throw new Error('no renderer');
    };
    const fallbacks = [
      [`/hi/results/golden-jaldi/${jaldiNumber}.png`, '/hi/share.png'],
      ['/hi/games/golden-keno.png', '/hi/share.png'],
      ['/hi/blogs/odds-explained.png', '/hi/share.png'],
      ['/hi/share.png', '/icon-512.png'],
    ] as const;
    for (const [path, location] of fallbacks) {
      const { status, headers } = await ask(failing.origin, path);
      expect({ status, location: headers.location }).toEqual({ status: 302, location });
      expect(headers['cache-control'], path).toContain('s-maxage=5');
    }
    expect(failing.logged()).toContain('picture could not be drawn');
    await failing.close();
  });
});
