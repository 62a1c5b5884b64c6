import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { byTag, parseMarkup } from '../../helpers/markup.ts';
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
    env: { SITE_URL: 'https://lotto.example' },
    warm: false,
    live: false,
    config: ({ boot }) => {
      boot.widgets['jaldi'] = { title: 'Golden Jaldi', kind: 'results', gameId: 'jaldi', days: 3 };
      boot.widgets['short'] = { title: 'Two days', kind: 'results', gameId: 'daily', days: 2 };
    },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const pageAt = async (path: string) => {
  const { status, text, headers } = await ask(site.origin, path);
  const root = parseMarkup(text);
  const lists = byTag(root, 'ul').filter(({ attributes }) => attributes['class'] === 'game-selector');
  return {
    status,
    headers,
    title: byTag(root, 'title')[0]?.text ?? '',
    canonical: byTag(root, 'link').find(({ attributes }) => attributes['rel'] === 'canonical')?.attributes[
      'href'
    ],
    isIndexable: !text.includes('<meta name="robots" content="noindex"/>'),
    cards: byTag(root, 'article').flatMap(({ attributes }) => attributes['data-draw'] ?? []),
    upcoming: byTag(root, 'article').filter(({ attributes }) => attributes['class'] === 'upcoming-card')
      .length,
    choices: lists.map((list) =>
      byTag(list, 'a').map(({ attributes }) => (attributes['href'] ?? '').replaceAll('&amp;', '&')),
    ),
    empty: byTag(root, 'h2').map(({ text: heading }) => heading),
  };
};

describe('/dynamicpage', () => {
  it('shows the first widget in the language of the page, and links to all widgets in this language', async () => {
    const titles = new Set<string>();
    for (const prefix of ['', '/hi', '/pt', '/nb']) {
      const page = await pageAt(`${prefix}/dynamicpage`);
      expect([page.status, page.isIndexable]).toEqual([200, true]);
      expect(page.choices[0]).toEqual(
        ['results', 'keno-results', 'upcoming-draws', 'jaldi', 'short'].map(
          (name) => `${prefix}/dynamicpage?dynamicJson=${name}`,
        ),
      );
      expect(page.cards.length).toBeGreaterThan(3);
      titles.add(page.title);
    }
    expect(titles.size).toBe(4);
  });

  it('shows the results of one day, with links to the ten newest days of the widget', async () => {
    const path = '/nb/dynamicpage?dynamicJson=keno-results';
    const today = await pageAt(path);
    const [, days = []] = today.choices;
    expect([days.length, days[0], days[9]]).toEqual([10, path, `${path}&date=2026-11-12`]);
    expect(today.isIndexable).toBe(false);
    expect(today.cards.length).toBeGreaterThan(5);
    const before = await pageAt(days[1] ?? '');
    expect(before.cards.every((card) => card.startsWith('keno-'))).toBe(true);
    expect(before.cards.some((card) => today.cards.includes(card))).toBe(false);
    expect(before.title).toContain('20. november 2026');
    expect(before.canonical).toBe(`https://lotto.example${path}&date=2026-11-20`.replaceAll('&', '&'));
    const empty = await pageAt(days[9] ?? '');
    expect([empty.status, empty.cards, empty.empty]).toEqual([
      200,
      [],
      expect.arrayContaining(['Ingen trekning denne dagen']),
    ]);
  });

  it('offers as many days as the widget’s configuration states, and none for a widget of upcoming draws', async () => {
    const short = await pageAt('/dynamicpage?dynamicJson=short');
    expect([short.choices[1]?.length, short.title]).toEqual([2, expect.stringContaining('Two days')]);
    const next = await pageAt('/pt/dynamicpage?dynamicJson=upcoming-draws');
    expect([next.status, next.upcoming, next.choices.length]).toEqual([200, 7, 1]);
  });

  it('shows all 288 draws of one day if a game has a draw every five minutes', async () => {
    const { cards } = await pageAt('/dynamicpage?dynamicJson=jaldi&date=2026-11-20');
    expect([cards.length, new Set(cards).size]).toEqual([288, 288]);
  });

  it('has the cache tags of the results that it shows', async () => {
    expect((await pageAt('/dynamicpage?dynamicJson=keno-results')).headers['cache-tag']).toBe(
      'results:keno,results:*',
    );
  });

  it.each([
    'dynamicJson=none',
    'dynamicJson=results.json',
    'dynamicJson=..%2F..%2Fboot_config',
    'dynamicJson=https%3A%2F%2Fevil.example%2Fw.json',
    'dynamicJson=constructor',
    'dynamicJson=__proto__',
    `dynamicJson=${'a'.repeat(500)}`,
    'dynamicJson=%E2%80%AEresults',
    'dynamicJson=short&date=2026-11-19',
    'dynamicJson=results&date=2026-11-22',
    'dynamicJson=results&date=21-11-2026',
    'dynamicJson=upcoming-draws&date=2026-11-21',
    'date=<script>',
  ])('returns 404 for an unknown widget, or for a day that the widget does not offer: %s', async (query) => {
    expect((await ask(site.origin, `/hi/dynamicpage?${query}`)).status).toBe(404);
  });
});

describe('configuration of a widget', () => {
  it('is public JSON at a path with the widget’s name, and browsers revalidate it', async () => {
    const { status, text, headers } = await ask(site.origin, '/environment/widgets/keno-results.json');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(JSON.parse(text)).toMatchObject({ kind: 'results', gameId: 'keno', days: 10 });
    expect((await ask(site.origin, '/environment/widgets/none.json')).status).toBe(404);
  });
});
