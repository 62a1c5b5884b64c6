import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../platform/games/catalogue.ts';
import { ask } from '../../helpers/http.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { annul, correct, jaldiDrawn } from '../draws-corrections/plays.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 8 });
  await platform.deps.engine.tick();
  const siteNow = platform.clock.now();
  // The clock is stopped, so that no page expires and only a purge can refresh a page.
  site = await startSite({
    platform,
    clock: { now: () => siteNow },
    warm: false,
    env: { SITE_URL: 'https://lotto.example' },
  });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** Returns the cells of each table of a page, without the headers. */
function tablesOf(html: string): string[][][] {
  return [...html.matchAll(/<tbody>(.*?)<\/tbody>/gs)].map(([, body = '']) =>
    [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>([^<]*)/g)].map(([, text = '']) => text),
    ),
  );
}

async function callOf(gameId: string) {
  const { body } = await platform.call('draws/statistics', { gameId });
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
}

const count = (value: number) => new Intl.NumberFormat('en-IN').format(value);

/** Returns what the page must show: how often each Jaldi number was drawn, and the formatted number of draws. */
async function expected() {
  const { draws, parts } = await callOf('jaldi');
  return { times: parts[0]?.values.map(({ times }) => times), draws: count(draws) };
}

describe('page /statistics/{game}', () => {
  it.each(catalogue.map(({ gameId, slug }) => [slug, gameId] as const))(
    'shows each part of the results of %s as bars and as a table',
    async (slug, gameId) => {
      const { parts, draws } = await callOf(gameId);
      const { status, text, headers } = await ask(site.origin, `/statistics/${slug}`);
      expect([status, headers['cache-tag']]).toEqual([200, expect.stringContaining(`results:${gameId}`)]);
      expect(text).toContain(`Counted over ${count(draws)} draws`);
      expect(text).toContain('Past draws change nothing');
      const shown = tablesOf(text).map((rows) => rows.map(([, ...figures]) => figures));
      expect(shown).toEqual(
        parts.map(({ values }) =>
          values.map(({ times, recentTimes, drawsAgo }) => [
            count(times),
            count(recentTimes),
            drawsAgo === null ? 'never' : count(drawsAgo),
          ]),
        ),
      );
      const svgs = [...text.matchAll(/<svg class="chart"[^>]* role="img".*?<\/svg>/gs)].map(([svg]) => svg);
      const titles = svgs.map((svg) => /<title>([^<]+)<\/title>/.exec(svg)?.[1]);
      expect(titles).not.toContain(undefined);
      expect(new Set(titles).size).toBe(svgs.length);
      expect(svgs.join('').match(/<rect/g)).toHaveLength(parts.flatMap(({ values }) => values).length);
    },
  );

  it.each(['', '/hi', '/pt', '/nb'])(
    'is linked from the page of the game and the page of a draw, with the path prefix "%s"',
    async (prefix) => {
      const address = `${prefix}/statistics/golden-jaldi`;
      const { text } = await ask(site.origin, address);
      expect(text).not.toMatch(/draw_statistics|undefined|\{\{/);
      expect(/<title>([^<]+)/.exec(text)?.[1]?.length).toBeLessThanOrEqual(70);
      const number = (await callOf('jaldi')).lastDrawNumber;
      for (const path of [`${prefix}/games/golden-jaldi`, `${prefix}/results/golden-jaldi/${number}`])
        expect((await ask(site.origin, path)).text).toContain(`href="${address}"`);
      expect((await ask(site.origin, '/sitemap-pages.xml')).text).toContain(
        `<loc>https://lotto.example${address}</loc>`,
      );
    },
  );

  it.each(['poker', 'jaldi', '%3Cscript%3E', 'x'.repeat(500), '%E2%80%AEgolden-jaldi'])(
    'returns 404 for the unknown game %s',
    async (slug) => {
      expect((await ask(site.origin, `/statistics/${slug}`)).status).toBe(404);
    },
  );

  it('reflects a new draw, its correction and its voiding', async () => {
    await expect
      .poll(() => site.logged(), { timeout: 10_000 })
      .toContain("connected to the platform's event stream");
    const shown = async () => {
      const { text } = await ask(site.origin, '/statistics/golden-jaldi');
      const times = tablesOf(text)[0]?.map(([, cell]) => Number(cell?.replaceAll(',', ''))) ?? [];
      return { times, draws: /Counted over ([\d,]+) draws/.exec(text)?.[1] };
    };
    const raffle = (await ask(site.origin, '/statistics/golden-raffle')).headers['etag'];
    const before = await shown();
    const { number } = await drawNextJaldi(platform);
    await expect.poll(shown, { timeout: 10_000 }).toEqual(await expected());
    const drawn = await shown();
    expect(drawn.draws).not.toBe(before.draws);
    const drawId = `jaldi-${number}`;
    const { body } = await platform.call('draws/verify', { drawId });
    const first = Number(body.success ? body.data.drawn[0] : Number.NaN);
    await correct(platform, { drawId, drawn: jaldiDrawn((first + 1) % 10) });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(await expected());
    const corrected = await shown();
    expect(corrected.times[first]).toBe((drawn.times[first] ?? 0) - 1);
    await annul(platform, { drawId });
    await expect.poll(shown, { timeout: 10_000 }).toEqual(await expected());
    expect((await shown()).times[(first + 1) % 10]).toBe((corrected.times[(first + 1) % 10] ?? 0) - 1);
    expect((await ask(site.origin, '/statistics/golden-raffle')).headers['etag']).toBe(raffle);
  });
});
