import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonFields } from '../../../server/pages/loaders/developers.ts';
import { draw } from '../../../shared/domain/draw-function.ts';
import { drawMethods } from '../../../shared/domain/draw-methods.ts';
import { isPublished, readDrawRecord } from '../../../shared/domain/draw-record.ts';
import { leafOf, merkleRoot } from '../../../shared/domain/merkle.ts';
import { verdictOf, verifySteps } from '../../../shared/domain/verify-draw.ts';
import { ask } from '../../helpers/http.ts';
import { byTag, elementsOf, parseMarkup } from '../../helpers/markup.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { annul, correct, jaldiDrawn, resultOf } from '../draws-corrections/plays.ts';

const languages = ['', '/hi', '/pt', '/nb'];
let platform: TestPlatform;
let site: TestSite;
/** Numbers of the Golden Jaldi draws that the tests verify. */
let numbers: { plain: number; voided: number; corrected: number; open: number };

beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  const plain = (await drawNextJaldi(platform)).number;
  const voided = (await drawNextJaldi(platform)).number;
  const corrected = (await drawNextJaldi(platform)).number;
  const { drawId, resultNumber } = await resultOf(platform, 'jaldi', corrected);
  const drawn = jaldiDrawn((Number(resultNumber.tNumbers[0]?.tNumber) + 1) % 10);
  await correct(platform, { drawId, drawn, reason: 'Wrongly read.' });
  await annul(platform, { drawId: `jaldi-${voided}`, reason: 'Held too early.' });
  const { body } = await platform.call('draws/open', { gameId: 'jaldi' });
  const open = body.success ? body.data.draws.at(-1)?.drawNumber : undefined;
  if (open === undefined) throw new Error('no draw of jaldi is on sale');
  numbers = { plain, voided, corrected, open };
  site = await startSite({ platform, clock: platform.clock, warm: false, live: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

const get = (path: string) => ask(site.origin, path);

/** Verifies the published record of a draw. Returns the verdict, and the status of each step of the verification. */
async function check(drawNumber: number) {
  const { status, text } = await get(`/verify/jaldi-${drawNumber}.json`);
  expect(status).toBe(200);
  const record = readDrawRecord(JSON.parse(text));
  if (!record || !isPublished(record)) throw new Error('the record is not published');
  const steps = [...verifySteps(record)];
  return {
    verdict: verdictOf(steps),
    statuses: Object.fromEntries(steps.map(({ id, status: result }) => [id, result])),
  };
}

const main = (text: string) => /<main.*<\/main>/s.exec(text)?.[0] ?? '';

/** Returns the JSON file of a game, and the id of its newest draw. */
async function newestOf(slug: string): Promise<{ file: string; drawId: string }> {
  const { text } = await get(`/results/${slug}.json`);
  return { file: text, drawId: JSON.parse(text).draws[0].drawId };
}

describe('/verify/{drawId}.json', () => {
  it('contains the data to verify a normal draw, a void draw and the original numbers of a corrected draw', async () => {
    expect(await check(numbers.plain)).toMatchObject({
      verdict: 'verified',
      statuses: { commitment: 'passed', numbers: 'passed', result: 'passed' },
    });
    expect(await check(numbers.voided)).toMatchObject({
      verdict: 'verified',
      statuses: { correction: 'passed' },
    });
    expect(await check(numbers.corrected)).toMatchObject({
      verdict: 'corrected',
      statuses: { numbers: 'passed', result: 'passed', correction: 'unproven' },
    });
  });

  it('contains no seed before the result is published', async () => {
    const { status, headers, text } = await get(`/verify/jaldi-${numbers.open}.json`);
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(text)).toMatchObject({ seed: null, drawn: [], shownNumbers: null });
  });
});

describe('/verify/{drawId}', () => {
  it('shows the published data of each step, and is not indexed', async () => {
    const { drawId, seed, commitment, ticketsRoot } = JSON.parse(
      (await get(`/verify/jaldi-${numbers.plain}.json`)).text,
    );
    for (const lang of languages) {
      const { status, text } = await get(`${lang}/verify/${drawId}`);
      expect(status).toBe(200);
      for (const value of [seed, commitment, ticketsRoot, `golden-lotto/2\n${drawId}\n`, 'verify.py'])
        expect(text).toContain(value);
      expect(text).toContain('<meta name="robots" content="noindex');
      expect(text).toContain(`href="${lang}/results/golden-jaldi/${numbers.plain}"`);
      expect((await get(`${lang}/results/golden-jaldi/${numbers.plain}`)).text).toContain(
        `href="${lang}/verify/${drawId}"`,
      );
    }
    expect((await get(`/verify/jaldi-${numbers.corrected}`)).text).toContain('Wrongly read.');
    expect((await get(`/verify/jaldi-${numbers.voided}`)).text).toContain('Held too early.');
  });

  it('shows the commitment of a draw on sale, and when the draw can be verified', async () => {
    const { commitment } = JSON.parse((await get(`/verify/jaldi-${numbers.open}.json`)).text);
    const { status, text } = await get(`/verify/jaldi-${numbers.open}`);
    expect(status).toBe(200);
    expect(text).toContain('Not verifiable yet');
    expect(text).toMatch(/takes place on Sat,? 21 Nov/);
    expect(text).toContain(commitment);
    expect(text).not.toContain('data-enhance="verify"');
  });

  it('returns 404 for unknown and malformed draw ids, like /verify/{drawId}.json', async () => {
    for (const drawId of [
      'jaldi',
      'jaldi-0',
      'jaldi-01',
      'jaldi-1e3',
      'jaldi-99999999999999999999',
      'jaldi-2000000000',
      'none-7',
      '\u202Ejaldi-1',
      '<script>-1',
      `jaldi-${'1'.repeat(3000)}`,
    ]) {
      const path = `/verify/${encodeURIComponent(drawId)}`;
      expect((await get(path)).status, drawId).toBe(404);
      expect((await get(`${path}.json`)).status, drawId).toBe(404);
    }
  });
});

describe('/fairness/vectors.json', () => {
  it('contains vectors that the draw function and the Merkle tree of tickets reproduce', async () => {
    const { status, headers, text } = await get('/fairness/vectors.json');
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    const { methods, seed, ticketsRoot, draws, leaves, roots } = JSON.parse(text);
    expect(methods).toEqual(drawMethods);
    expect(ticketsRoot).toBe(merkleRoot([]));
    expect(draws.length).toBeGreaterThan(7);
    for (const method of drawMethods) {
      for (const { drawId, drawParameters, drawn } of draws)
        expect(draw(drawParameters, { method, seedHex: seed, drawId, ticketsRoot }), drawId).toEqual(
          drawn[method],
        );
      const hashes = leaves[method].map((data: string) => leafOf(data));
      for (const { leaves: count, root } of roots)
        expect(merkleRoot(hashes.slice(0, count))).toBe(root[method]);
    }
  });
});

describe('fairness pages', () => {
  it('describe each version of the draw method, with test vectors', async () => {
    for (const [address, method, leaf, vector] of [
      ['/fairness', 'golden-lotto/2', '{receipt number}\n{line number}\n{line}', '15 26 27 4 25'],
      ['/fairness/2', 'golden-lotto/2', '{receipt number}\n{line number}\n{line}', '15 26 27 4 25'],
      ['/fairness/1', 'golden-lotto/1', '{receipt number}\n{line}', '1 30 6 3 23'],
    ] as const) {
      const { status, text } = await ask(site.origin, address);
      expect(status, address).toBe(200);
      expect(text).toContain(`<code>${leaf}</code>`);
      expect(text).toContain(`<code>${method}\n{draw id}\n{root}\n{c}</code>`);
      expect(text).toContain(vector);
      expect(text).toContain('could try out receipts');
    }
  });

  it.each(['/fairness/3', '/fairness/0', '/fairness/02', '/fairness/x'])(
    'return 404 for %s',
    async (address) => {
      expect((await ask(site.origin, address)).status).toBe(404);
    },
  );

  it('state the same average returns as the game pages', async () => {
    const { text } = await ask(site.origin, '/fairness');
    for (const percent of ['61.2%', '75%', '22.4%. Without the jackpot', '62.5%', '60%', '64.6%', '70%'])
      expect(text).toContain(percent);
    expect((await ask(site.origin, '/games/golden-keno')).text).toContain('59.9%');
  });
});

describe('/developers', () => {
  it('documents every field of the public data files with examples from these files', async () => {
    const newest = await newestOf('golden-daily');
    const file = JSON.parse(newest.file);
    const { drawId } = newest;
    expect(Object.keys(file)).toEqual([...jsonFields.file]);
    expect(Object.keys(file.draws[0])).toEqual([...jsonFields.draw]);
    const page = await get('/developers');
    expect(page.status).toBe(200);
    const root = parseMarkup(page.text);
    const fieldsOf = (id: string) => {
      const section = elementsOf(root).find(({ attributes }) => attributes['aria-labelledby'] === id);
      return section ? byTag(section, 'dt').map((field) => field.text) : [];
    };
    expect(fieldsOf('json')).toEqual([...jsonFields.file, ...jsonFields.draw]);
    const [columns = '', record = ''] = (await get('/results/golden-daily.csv')).text.slice(1).split('\r\n');
    expect(fieldsOf('csv')).toEqual(columns.split(','));
    const codes = byTag(root, 'code').map((code) => code.text);
    expect(codes).toContain(`${columns}\n${record}`);
    const shown = codes.find((code) => code.startsWith('{'));
    expect(JSON.parse(shown ?? '')).toMatchObject({ draws: [{ drawId }] });
    expect(page.text).toContain('<code>&lt;item&gt;');
    expect(page.text).toContain('<code>BEGIN:VEVENT');
    expect(page.text).toContain(`href="/verify/${drawId}"`);
    expect(page.text).not.toContain('developers.field.');
  });

  it('is linked from the footer and from the page about fairness in every language', async () => {
    for (const lang of languages) {
      const { text } = await get(`${lang}/fairness`);
      expect(text.split(`href="${lang}/developers"`).length).toBeGreaterThan(2);
      expect(main(text)).toContain(`href="${lang}/developers"`);
      expect(main((await get(`${lang}/developers`)).text)).toContain(`href="${lang}/fairness/1"`);
    }
  });
});

it('the RSS file of a site without a configured origin has relative links', async () => {
  const { status, text } = await get('/results/golden-daily.rss');
  expect(status).toBe(200);
  expect(text).toMatch(/<link>\/results\/golden-daily\/\d+<\/link>/);
  expect(text).not.toContain('site.invalid');
});

describe('proof panel of a draw', () => {
  it('states the rule of the draw in words instead of JSON', async () => {
    const { text } = await get(`/results/golden-jaldi/${numbers.plain}`);
    expect(text).toContain('One number from 0 to 9, which has a colour');
    expect(text).not.toContain('{&quot;kind&quot;');
  });
});
