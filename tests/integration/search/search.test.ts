import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchResponse, searchCategories } from '../../../shared/contract/search.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

const find = async (keyword: string, userLanguge?: string): Promise<SearchResponse> => {
  const { status, body } = await platform.call('common-search', {
    keyword,
    ...(userLanguge ? { userLanguge } : {}),
  });
  expect([keyword, status, body.firstCode]).toEqual([keyword, 200, '10000']);
  return SearchResponse.parse(body.success ? body.data : null);
};
/** Searches for Golden Keno and returns one page of the results. */
const page = async (data: { category: 'results'; cursor?: string }): Promise<SearchResponse> => {
  const { body } = await platform.call('common-search', { keyword: 'golden keno', ...data });
  return SearchResponse.parse(body.success ? body.data : null);
};
const paths = ({ result }: SearchResponse['games']) => result.map(({ read_more_path }) => read_more_path);

describe('site search', () => {
  it('finds a game and the texts about the game by name', async () => {
    const found = await find('Golden Keno');
    expect(paths(found.games)[0]).toBe('/games/golden-keno');
    expect(found.games.result[0]?.title).toContain('Golden Keno');
    expect(found.games.total_count).toBe(found.games.result.length);
    expect(paths(found.blogs)).toContain('/blogs/odds-explained');
  });

  it.each([
    ['the beginning of a word', 'jack', 'games', '/games/golden-jackpot'],
    ['another form of a word', 'explaining odds', 'blogs', '/blogs/odds-explained'],
    ['a word of the body', 'tonight never', 'blogs', '/blogs/odds-explained'],
    ['a keyword in upper case', 'ODDS', 'blogs', '/blogs/odds-explained'],
    ['a keyword with additional accents', 'ódds', 'blogs', '/blogs/odds-explained'],
    ['a keyword in full-width letters', 'ｏｄｄｓ', 'blogs', '/blogs/odds-explained'],
    ['a block of the home page', 'how it works', 'pages', '/'],
    ['a page', 'privacy', 'pages', '/privacypolicy'],
    ['a promotion', 'refer friend', 'promotions', '/promotions/refer-a-friend'],
  ] as const)('finds a text by %s', async (_, keyword, category, path) => {
    expect(paths((await find(keyword))[category])).toContain(path);
  });

  it('ranks a match in the title above a match in the body', async () => {
    expect(paths((await find('odds')).blogs)[0]).toBe('/blogs/odds-explained');
  });

  it('finds only texts that contain all words', async () => {
    const found = await find('keno xylophone');
    for (const category of searchCategories)
      expect(found[category]).toEqual({ total_count: 0, result: [], cursor: null });
  });

  it('omits pages that are excluded from search engines', async () => {
    expect(paths((await find('repairs')).pages)).not.toContain('/maintenance');
  });

  it('returns plain text without HTML', async () => {
    for (const keyword of ['golden', 'prize', 'draw'])
      for (const category of searchCategories)
        for (const { title, content } of (await find(keyword))[category].result)
          expect(`${title} ${content}`).not.toMatch(/[<>]|&(?:amp|lt|gt|quot|#39);/);
  });

  it('returns English texts for a language without translations', async () => {
    expect(await find('odds', 'fr')).toEqual(await find('odds'));
  });
});

describe('cursor of the site search', () => {
  it('continues with the next 20 results, without duplicates', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    let total = 0;
    do {
      const found: SearchResponse = await page({
        category: 'results',
        ...(cursor === null ? {} : { cursor }),
      });
      expect(found.pages).toEqual({ total_count: 0, result: [], cursor: null });
      seen.push(...paths(found.results));
      total = found.results.total_count;
      ({ cursor } = found.results);
    } while (cursor !== null);
    expect(total).toBeGreaterThan(100);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
  });

  it('is rejected if it is malformed, or used with another keyword or category', async () => {
    const cursor = (await find('golden keno')).results.cursor ?? '';
    for (const [field, data] of [
      ['cursor', { keyword: 'golden jaldi', category: 'results', cursor }],
      ['cursor', { keyword: 'golden keno', category: 'pages', cursor }],
      ['cursor', { keyword: 'golden keno', category: 'results', cursor: 'AAAA' }],
      ['category', { keyword: 'golden keno', cursor }],
    ] as const) {
      const { status, body } = await platform.call('common-search', data);
      expect([status, body]).toEqual([
        400,
        { success: false, firstCode: '10400', data: { fields: { [field]: 'field.wrong' } } },
      ]);
    }
  });
});

describe('site search for results', () => {
  it('counts all results of a game and returns the newest', async () => {
    const { results } = await find('golden keno');
    expect(results.total_count).toBeGreaterThan(150);
    expect(results.result).toHaveLength(20);
    const numbers = paths(results).map((path) => Number(path.split('/').at(-1)));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(paths(results)[0]).toBe('/results/golden-keno/7794');
  });

  it('finds results by draw number', async () => {
    const { results } = await find('keno 7794');
    expect(results.total_count).toBe(1);
    expect(results.result[0]).toMatchObject({
      title: 'Golden Keno 20/80 · 7794',
      featured_image: 'keno',
      read_more_path: '/results/golden-keno/7794',
    });
    expect(results.result[0]?.content).toMatch(/^21 November 2026, \d\d:\d\d: \d+( \d+){19}$/);
    expect(paths((await find('7794')).results)).toContain('/results/golden-keno/7794');
  });

  it.each(['2026-11-20', '20/11/2026', '20-11-2026', '20 November 2026', 'nov 20', '20th nov', 'yesterday'])(
    'finds results by date: %s',
    async (date) => {
      const { results } = await find(`golden daily ${date}`);
      expect([results.total_count, paths(results)]).toEqual([1, ['/results/golden-daily/324']]);
      const all = await find(date);
      expect(all.results.total_count).toBeGreaterThan(300);
      expect(all.results.result).toHaveLength(20);
    },
  );

  it('finds results by month', async () => {
    const { results } = await find('daily november 2026');
    expect(results.total_count).toBeGreaterThanOrEqual(7);
    expect((await find('daily october 2026')).results.total_count).toBe(0);
  });

  it('finds the results of a game whose name is a number', async () => {
    const { results } = await find('5/36');
    expect(new Set(paths(results).map((path) => path.split('/')[2]))).toEqual(new Set(['golden-daily']));
  });

  it('does not find future draws', async () => {
    expect((await find('keno 7795')).results.total_count).toBe(0);
    expect((await find('keno 2026-11-22')).results.total_count).toBe(0);
  });

  it('finds no draw for the filler word `the`', async () => {
    expect((await find('the')).results.total_count).toBe(0);
    expect((await find('results')).results.total_count).toBe(1000);
  });
});

describe('site search with hostile input', () => {
  it.each([
    ["'"],
    ["' or '1'='1"],
    ["keno'); drop table search_documents; --"],
    ['keno & ! | ( ) <-> :* :A'],
    ['!!keno'],
    [':*'],
    ['a:*b:*'],
    ['\\'],
    ["\\'"],
    ['%'],
    ['_'],
    ['\ud800'],
    ['😀 keno'],
    ['\u202eonek'],
    ['${7*7} {{7*7}}'],
    ['<script>alert(1)</script>'],
    ['99999999999999999999'],
    ['31/02/2026'],
    ['0'],
    ['-1'],
    ['1e999'],
    ['क्रिकेट'],
    ['مرحبا'],
    ['的'],
    ['a'.repeat(200)],
    ['a '.repeat(100)],
    [''],
    ['   '],
  ])('answers the keyword %j, and still finds a game afterwards', async (keyword) => {
    await find(keyword);
    expect(paths((await find('keno')).games)[0]).toBe('/games/golden-keno');
  });

  it.each([
    [{}, 'keyword'],
    [{ keyword: null }, 'keyword'],
    [{ keyword: 7 }, 'keyword'],
    [{ keyword: 'ke\u0000no' }, 'keyword'],
    [{ keyword: ['keno'] }, 'keyword'],
    [{ keyword: 'k'.repeat(10_000) }, 'keyword'],
    [{ keyword: 'keno', userLanguge: '../en' }, 'userLanguge'],
    [{ keyword: 'keno', lang: 'en' }, 'lang'],
    [null, 'data'],
    ['keno', 'data'],
  ])('returns 10400 for %j', async (data, field) => {
    const { status, body } = await platform.call('common-search', { keyword: '' }, { envelope: { data } });
    expect([status, body.firstCode]).toEqual([400, '10400']);
    expect(body.success ? {} : body.data?.fields).toHaveProperty([field]);
  });
});
