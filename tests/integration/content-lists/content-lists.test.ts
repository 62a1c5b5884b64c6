import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../shared/contract/calls.ts';
import { createContentFolder } from '../../helpers/content-folder.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
// The tests use only these three articles, because the tests count articles and the repository gets new ones over time.
const kept = new Set(['how-a-draw-is-made.md', 'keeping-it-a-game.md', 'odds-explained.md']);
const texts = createContentFolder(['en'], (file) => kept.has(file));
const folder = texts.path;

const post = (lang: string, slug: string, date: string, title: string): void =>
  texts.write({ lang, slug, date, title });

let platform: TestPlatform;
beforeAll(async () => {
  cpSync(
    path.join(folder, 'en', 'blogs', 'odds-explained.md'),
    path.join(folder, 'pt', 'blogs', 'odds-explained.md'),
  );
  post('pt', 'odds-explained', '2026-11-10', 'As probabilidades explicadas');
  for (let month = 1; month <= 12; month++)
    post('en', `month-${month}`, `2025-${String(month).padStart(2, '0')}-15`, `Post of month ${month}`);
  platform = await startPlatform({ now: NOW, config: { contentDir: folder, watchContent: true } });
});
afterAll(async () => {
  await platform?.stop();
  texts.remove();
});

const answer = async <N extends CallName>(name: N, data: Parameters<typeof platform.call<N>>[1]) => {
  const { status, body } = await platform.call(name, data);
  expect([status, body.firstCode]).toEqual([200, '10000']);
  if (!body.success) throw new Error('unreachable');
  return body.data;
};
const find = async (keyword: string, userLanguge?: string) =>
  (await answer('common-search', { keyword, ...(userLanguge ? { userLanguge } : {}) })).blogs.result.map(
    ({ read_more_path }) => read_more_path,
  );

describe('content lists', () => {
  it('have one folder per game, in the order of the catalogue', async () => {
    const { folders } = await answer('games/listfolders', {});
    expect(folders.map(({ gameId }) => gameId)).toEqual([
      'daily',
      'pick3',
      'jackpot',
      'keno',
      'raffle',
      'symbols',
      'jaldi',
    ]);
    expect(folders[3]).toMatchObject({
      folder: 'golden-keno',
      featured_image: 'keno',
      read_more_path: '/games/golden-keno',
    });
  });

  it('describe each game in plain text', async () => {
    const { games } = await answer('download/games', { gameId: 'jackpot' });
    expect(games).toHaveLength(1);
    const [sheet] = games;
    expect(sheet).toMatchObject({ name: 'Golden Jackpot 6/49', fileName: 'golden-jackpot.txt' });
    expect(sheet?.text).toContain('One line: ₹50\n');
    expect(sheet?.text).toMatch(/from ₹4,00,00,000, 1 in 1,39,83,816\n/);
    expect(sheet?.text).not.toMatch(/<\w|&\w+;/);
    expect((await answer('download/games', {})).games).toHaveLength(7);
    expect((await answer('download/games', { gameId: 'poker' })).games).toEqual([]);
  });

  it('return posts in pages, newest first', async () => {
    const first = await answer('news-and-trends', {});
    expect([first.total_count, first.page, first.pages, first.result.length]).toEqual([15, 1, 2, 10]);
    const second = await answer('news-and-trends', { page: 2 });
    const dates = [...first.result, ...second.result].map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(new Set([...first.result, ...second.result].map(({ slug }) => slug)).size).toBe(15);
    expect((await answer('news-and-trends', { page: 3 })).result).toEqual([]);
    expect(second.result.at(-1)).toEqual({
      slug: 'month-1',
      title: 'Post of month 1',
      content: 'A text that this test alone needs & nobody else.',
      featured_image: 'chart',
      read_more_path: '/blogs/month-1',
      date: '2025-01-15',
      modified: '2025-01-15',
      author: 'Tester',
      readingMinutes: 1,
    });
  });

  it('return the posts of one month only, if the request names a month', async () => {
    const { result, total_count } = await answer('news-and-trends', { year: 2025, month: 3 });
    expect([total_count, result.map(({ slug }) => slug)]).toEqual([1, ['month-3']]);
    const { months } = await answer('monthwisepostscount', {});
    expect(months[0]).toEqual({ year: 2026, month: 11, count: 3 });
    expect(months.slice(1)).toEqual(
      Array.from({ length: 12 }, (_, index) => ({ year: 2025, month: 12 - index, count: 1 })),
    );
  });

  it('return the five newest posts for a sidebar', async () => {
    const { result } = await answer('recent-news-and-trends', {});
    expect(result).toEqual((await answer('news-and-trends', {})).result.slice(0, 5));
  });

  it('return the promotions in the order of the promotions page, and list the months in which promotions were published', async () => {
    const posts = await answer('news-and-trends', { group: 'promotions' });
    expect(posts.result.map(({ slug }) => slug)).toEqual([
      'welcome-bonus',
      'refer-a-friend',
      'loyalty-points',
      'first-deposit-bonus',
    ]);
    expect(posts.result[0]).toMatchObject({ read_more_path: '/promotions/welcome-bonus', author: '' });
    const { months } = await answer('monthwisepostscount', { group: 'promotions' });
    expect(months).toEqual([{ year: 2026, month: 11, count: 4 }]);
    const { result } = await answer('recent-news-and-trends', { group: 'promotions' });
    expect(result[0]?.slug).toBe('first-deposit-bonus');
  });

  it('fall back to English for a text that is not translated', async () => {
    const { result } = await answer('news-and-trends', { userLanguge: 'pt' });
    expect(result).toHaveLength(10);
    expect(result.find(({ slug }) => slug === 'odds-explained')?.title).toBe('As probabilidades explicadas');
    expect(await answer('news-and-trends', { userLanguge: 'fr' })).toEqual(
      await answer('news-and-trends', {}),
    );
  });

  it.each([
    ['news-and-trends', { month: 3 }, 'month'],
    ['news-and-trends', { year: 2025 }, 'month'],
    ['news-and-trends', { year: 2025, month: 13 }, 'month'],
    ['news-and-trends', { page: 0 }, 'page'],
    ['news-and-trends', { page: '1' }, 'page'],
    ['news-and-trends', { page: 1e9 }, 'page'],
    ['download/games', { gameId: '../../etc/passwd' }, 'gameId'],
    ['games/listfolders', { userLanguge: '__proto__' }, 'userLanguge'],
    ['games/listfolders', { folder: 'x' }, 'folder'],
    ['recent-news-and-trends', [], 'data'],
    ['monthwisepostscount', null, 'data'],
  ] as const)('return 10400 for the call %s with %j', async (name, data, field) => {
    const { status, body } = await platform.call(name, {}, { envelope: { data } });
    expect([status, body.firstCode]).toEqual([400, '10400']);
    expect(body.success ? {} : body.data?.fields).toHaveProperty([field]);
  });
});

describe('search index', () => {
  it('finds a text by exact words and by word stems', async () => {
    expect(await find('probabilidade', 'pt')).toEqual(['/blogs/odds-explained']);
    expect(await find('explicada', 'pt')).toEqual(['/blogs/odds-explained']);
    expect(await find('probabilidade')).toEqual([]);
  });

  it('reflects texts that are added, changed or removed while the platform runs', async () => {
    expect(await find('wombat')).toEqual([]);
    post('en', 'wombats', '2026-11-20', 'Wombats win');
    expect(await find('wombat')).toEqual(['/blogs/wombats']);
    expect((await answer('recent-news-and-trends', {})).result[0]?.slug).toBe('wombats');
    post('en', 'wombats', '2026-11-20', 'Numbats have won');
    expect([await find('wombat'), await find('numbat')]).toEqual([[], ['/blogs/wombats']]);
    rmSync(path.join(folder, 'en', 'blogs', 'wombats.md'));
    expect(await find('numbat')).toEqual([]);
  });

  it('stays unchanged if a text is invalid', async () => {
    const broken = path.join(folder, 'en', 'blogs', 'broken.md');
    writeFileSync(broken, '# no front matter');
    expect(await find('quokka')).toContain('/blogs/month-1');
    rmSync(broken);
    expect(await find('quokka')).toContain('/blogs/month-1');
  });

  it('is not written if no text has changed', async () => {
    expect(await platform.deps.search.refresh()).toEqual({ written: 0, removed: 0 });
    const beside = await startPlatform({ now: NOW, beside: platform, config: { contentDir: folder } });
    try {
      expect(await beside.deps.search.refresh()).toEqual({ written: 0, removed: 0 });
    } finally {
      await beside.stop();
    }
  });
});
