import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { annul, correct, jaldiDrawn, resultOf } from '../draws-corrections/plays.ts';

const siteUrl = 'https://lotto.example';
const formula = '=cmd|"/C calc"!A1, and\nmore';
const languages = ['', '/hi', '/pt', '/nb'];

let platform: TestPlatform;
let site: TestSite;
let voidNumber: number;
let correctedNumber: number;
let valueBefore: string;

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  voidNumber = (await drawNextJaldi(platform)).number;
  correctedNumber = (await drawNextJaldi(platform)).number;
  const { drawId, resultNumber } = await resultOf(platform, 'jaldi', correctedNumber);
  valueBefore = resultNumber.tNumbers[0]?.tNumber ?? '';
  const drawn = jaldiDrawn((Number(valueBefore) + 1) % 10);
  await correct(platform, { drawId, drawn, reason: formula });
  await annul(platform, { drawId: (await resultOf(platform, 'jaldi', voidNumber)).drawId });
  // The clock is stopped, so that no file expires and only a purge can refresh it.
  const now = platform.clock.now();
  site = await startSite({ platform, clock: { now: () => now }, warm: false, env: { SITE_URL: siteUrl } });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const get = (path: string, headers = {}) => ask(site.origin, path, { headers });
const textOf = async (path: string) => {
  const answer = await get(path);
  expect(`${path} ${answer.status}`).toBe(`${path} 200`);
  return answer.text;
};

/** Reads CSV as RFC 4180 describes it. */
function recordsOf(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  const [head = [], ...records] = rows.slice(0, -1);
  expect(new Set(records.map(({ length }) => length))).toEqual(new Set([head.length]));
  return records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

const itemsOf = (text: string) =>
  [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) =>
    Object.fromEntries(
      [...item.matchAll(/<(\w+)[^>]*>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/\1>/gs)].map(([, name, value]) => [
        name,
        value,
      ]),
    ),
  );
const feedsIn = (text: string) =>
  [...text.matchAll(/<link rel="alternate" type="application\/rss\+xml"[^>]* href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
const idsOf = (text: string) => [...text.matchAll(/^(?:UID|DTSTAMP):.*$/gm)].map(([line]) => line);

const files = ['json', 'csv', 'rss', 'ics'].map((ending) => `/results/golden-jaldi.${ending}`);

describe('file of a game', () => {
  it('is compressed, allows every origin and returns a 304 if it is unchanged', async () => {
    for (const path of files.flatMap((file) => languages.map((lang) => lang + file))) {
      for (const coding of ['br', 'gzip']) {
        const answer = await get(path, { 'accept-encoding': coding });
        expect(`${path} ${answer.status}`).toBe(`${path} 200`);
        const { etag = '' } = answer.headers;
        expect(answer.headers, path).toMatchObject({
          'content-encoding': coding,
          'access-control-allow-origin': '*',
          'cache-tag': expect.stringContaining('games'),
        });
        const again = await get(path, { 'accept-encoding': coding, 'if-none-match': etag });
        expect(`${path} ${again.status}`).toBe(`${path} 304`);
        expect(again.headers['access-control-allow-origin'], path).toBe('*');
      }
      // After a purge, the reloaded file has the same bytes and entity tag, so feed readers and calendars need not
      // fetch it again.
      const before = await get(path);
      await site.purge(['games'], { hard: true });
      expect((await get(path)).headers.etag, path).toBe(before.headers.etag);
    }
  });

  it('returns a 404 in its own format and in the language of the path if the game is unknown', async () => {
    const messages = await Promise.all(
      languages.map(async (lang) => {
        const answer = await get(`${lang}/results/none.json`);
        expect(answer.status).toBe(404);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        const { error } = JSON.parse(answer.text);
        for (const path of [...files, '/results/a%22%3Cscript%3E.csv', `/results/${'9'.repeat(3000)}.csv`]) {
          const missing = await get(lang + path.replace('golden-jaldi', 'none'));
          expect(missing.status, path).toBe(404);
          if (path.endsWith('.json')) continue;
          expect(missing.headers['content-type'], path).toBe('text/plain; charset=utf-8');
          expect(missing.text, path).toBe(`${error.message}\n`);
        }
        return error.message;
      }),
    );
    expect(new Set(messages).size).toBe(languages.length);
  });
});

describe('/results/{slug}.json', () => {
  it('contains the newest 100 draws with numbers, prizes and absolute links', async () => {
    const body = JSON.parse(await textOf('/results/golden-jaldi.json'));
    expect(body).toMatchObject({
      version: 1,
      lang: 'en',
      timeZone: 'Asia/Kolkata',
      game: { id: 'jaldi', slug: 'golden-jaldi', name: 'Golden Jaldi' },
      currency: { code: 'INR', digits: 2 },
      links: { self: `${siteUrl}/results/golden-jaldi.json` },
    });
    const numbers = body.draws.map(({ drawNumber }: { drawNumber: number }) => drawNumber);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => correctedNumber - at));
    expect(body.draws[2]).toMatchObject({
      drawId: `jaldi-${correctedNumber - 2}`,
      status: 'final',
      drawnAt: '2026-11-21T12:00:00.000Z',
      date: '2026-11-21',
      time: '17:30',
      numbers: [{ value: expect.stringMatching(/^\d$/), role: 'main' }, { role: 'color' }],
      correction: null,
      url: `${siteUrl}/results/golden-jaldi/${correctedNumber - 2}`,
    });
    expect(body.draws[2].prizes[0]).toMatchObject({ prizeNo: 1, amount: expect.any(Number), numbers: [] });
    const linked: string[] = Object.values(body.links);
    for (const href of [...linked, body.draws[2].url])
      expect([200, 301], href).toContain((await get(href.slice(siteUrl.length))).status);
    const raffle = JSON.parse(await textOf('/results/golden-raffle.json'));
    expect(raffle.draws[0].prizes.at(-1).numbers.length).toBeGreaterThan(0);
  });

  it('names prizes in the language of the address', async () => {
    const body = JSON.parse(await textOf('/hi/results/golden-keno.json'));
    expect(body.lang).toBe('hi');
    expect(body.links.self).toBe(`${siteUrl}/hi/results/golden-keno.json`);
    const [{ prizes }] = body.draws;
    for (const { name, rule } of prizes.slice(0, 3)) expect(`${name} ${rule}`).toMatch(/[\u0900-\u097f]/);
  });

  it('marks void and corrected draws', async () => {
    const { draws } = JSON.parse(await textOf('/results/golden-jaldi.json'));
    expect(draws[0]).toMatchObject({
      status: 'corrected',
      correction: { reason: formula, numbersBefore: [{ value: valueBefore }, {}] },
    });
    expect(draws[1]).toMatchObject({ drawNumber: voidNumber, status: 'void' });
  });
});

describe('/results/{slug}.csv', () => {
  it('contains one record for each draw, and no text that a spreadsheet would execute', async () => {
    const text = await textOf('/results/golden-jaldi.csv');
    expect(text.startsWith('\uFEFFdraw_id,draw_number,')).toBe(true);
    const records = recordsOf(text.slice(1));
    expect(records).toHaveLength(100);
    expect(records[0]).toMatchObject({
      draw_id: `jaldi-${correctedNumber}`,
      status: 'corrected',
      correction_reason: `'${formula}`,
      numbers_before: expect.stringMatching(new RegExp(`^${valueBefore} `)),
    });
    expect(records[1]).toMatchObject({ draw_number: String(voidNumber), status: 'void' });
    expect(records[2]).toMatchObject({
      date: '2026-11-21',
      status: 'final',
      ticket_price: '11.00',
      rolls_over: 'false',
      correction_reason: '',
    });
  });

  it('has the same columns in every language', async () => {
    const heads = await Promise.all(
      languages.map(async (lang) => (await textOf(`${lang}/results/golden-keno.csv`)).split('\r\n', 1)[0]),
    );
    expect(new Set(heads).size).toBe(1);
  });
});

describe('/results/{slug}.rss', () => {
  it('contains the newest 50 results, and a correction as an item of its own', async () => {
    const text = await textOf('/results/golden-jaldi.rss');
    expect(text).toContain('<title>Golden Jaldi: results</title>');
    expect(text).toContain(`href="${siteUrl}/results/golden-jaldi.rss" rel="self"`);
    const items = itemsOf(text);
    expect(items).toHaveLength(50);
    expect(items[0]).toMatchObject({
      title: expect.stringMatching(/^Corrected: Golden Jaldi, Draw [\d,]+: \d, \w+$/),
      guid: `jaldi-${correctedNumber}/1`,
      link: `${siteUrl}/results/golden-jaldi/${correctedNumber}`,
      description: expect.stringContaining('=cmd|"/C calc"!A1'),
    });
    expect(items[1]?.['title']).toMatch(/^Void: /);
    expect(items[2]).toMatchObject({
      guid: `jaldi-${correctedNumber - 2}`,
      pubDate: 'Sat, 21 Nov 2026 12:00:00 GMT',
    });
  });

  it('contains the texts of the language in its path', async () => {
    const text = await textOf('/hi/results/golden-keno.rss');
    expect(text).toContain('<language>hi</language>');
    const [first] = itemsOf(text);
    for (const part of [first?.['title'], first?.['description']]) expect(part).toMatch(/[\u0900-\u097f]/);
    expect(first?.['link']).toMatch(`${siteUrl}/hi/results/golden-keno/`);
  });
});

describe('/results/{slug}.ics', () => {
  it('contains the draws that the platform announces, with their times and ids', async () => {
    const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
    const announced = body.success ? body.data.gameList : [];
    expect(announced.length).toBeGreaterThan(5);
    for (const { gameSlug, drawId, drawStartDate } of announced) {
      const text = (await textOf(`/results/${gameSlug}.ics`)).replaceAll('\r\n ', '');
      const entries = text.split('BEGIN:VEVENT\r\n').slice(1);
      const start = drawStartDate.replaceAll(/[-:]|\.000/g, '');
      const entry = entries.find((each) => each.includes(`UID:${drawId}@lotto.example\r\n`));
      expect(entry, drawId).toContain(`DTSTART:${start}\r\n`);
      expect(entry, drawId).toContain(`URL;VALUE=URI:${siteUrl}/games/${gameSlug}\r\n`);
      expect(entries.length, gameSlug).toBeGreaterThan(7);
      expect(entries.length, gameSlug).toBeLessThanOrEqual(100);
    }
  });

  it('keeps the id and the revision time of a draw if the file is loaded on another day', async () => {
    const nextDay = new Date(platform.clock.now().getTime() + 86_400_000);
    const later = await startSite({
      platform,
      clock: { now: () => nextDay },
      warm: false,
      live: false,
      env: { SITE_URL: siteUrl },
    });
    const path = '/results/golden-daily.ics';
    const today = idsOf(await textOf(path));
    const tomorrow = idsOf((await ask(later.origin, path)).text);
    await later.close();
    expect(tomorrow.slice(0, -2)).toEqual(today.slice(2));
  });
});

describe('pages of a game', () => {
  it('link to the files of the game', async () => {
    for (const lang of languages) {
      const text = await textOf(`${lang}/games/golden-keno`);
      for (const ending of ['json', 'csv', 'rss', 'ics'])
        expect(text).toContain(`href="${lang}/results/golden-keno.${ending}" download`);
      expect(feedsIn(text)).toEqual([`${lang}/results/golden-keno.rss`]);
      expect(feedsIn(await textOf(`${lang}/results?game=keno`))).toEqual([`${lang}/results/golden-keno.rss`]);
      expect(feedsIn(await textOf(`${lang}/results`))).toHaveLength(7);
    }
    expect(feedsIn(await textOf('/faq'))).toEqual([]);
  });
});

describe('new result', () => {
  it('purges the files of its game', async () => {
    const withResults = files.filter((path) => !path.endsWith('.ics'));
    const before = await Promise.all(withResults.map(textOf));
    await expect
      .poll(() => site.logged(), { timeout: 10_000 })
      .toContain("connected to the platform's event stream");
    const { number } = await drawNextJaldi(platform);
    for (const [at, path] of withResults.entries()) {
      await expect.poll(() => textOf(path), { timeout: 10_000 }).toContain(`jaldi-${number}`);
      expect(before[at]).not.toContain(`jaldi-${number}`);
    }
  });
});
