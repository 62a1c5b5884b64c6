import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LatestCards, LiveResult } from '../../../shared/pages/live.ts';
import { ask } from '../../helpers/http.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { annul, correct, jaldiDrawn, resultOf } from './plays.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let site: TestSite;
beforeAll(async () => {
  platform = await startPlatform({ now, historyDays: 8 });
  await platform.deps.engine.tick();
  await drawNextJaldi(platform);
  const siteNow = platform.clock.now();
  // The clock is stopped, so that no page expires and only a purge can refresh a page.
  site = await startSite({ platform, clock: { now: () => siteNow }, warm: false });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/** Opens the site's event stream like a browser and collects the received results. */
async function listen() {
  const abort = new AbortController();
  const response = await fetch(`${site.origin}/events`, { signal: abort.signal });
  const received: LiveResult[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'result') received.push(JSON.parse(data));
    },
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) parser.feed(decoder.decode(piece, { stream: true }));
  };
  const ended = read().catch(() => undefined);
  return {
    received,
    close: async () => {
      abort.abort();
      await ended;
    },
  };
}

async function latest() {
  const { cards }: LatestCards = JSON.parse((await ask(site.origin, '/results/latest.json')).text);
  return cards.find(({ gameId }) => gameId === 'jaldi');
}

async function newest() {
  const number = (await latest())?.drawNumber ?? 0;
  return {
    number,
    first: Number((await resultOf(platform, 'jaldi', number)).resultNumber.tNumbers[0]?.tNumber),
  };
}

async function textOf(path: string) {
  return (await ask(site.origin, path)).text;
}

function pageOf(number: number) {
  return `/results/golden-jaldi/${number}`;
}

function heard() {
  return expect
    .poll(() => site.logged(), { timeout: 10_000 })
    .toContain("connected to the platform's event stream");
}

describe('correction on the site', () => {
  it('updates open browsers and cached pages if the draw is the newest', async () => {
    await heard();
    const { number, first } = await newest();
    const paths = ['/', '/results?game=jaldi', pageOf(number), '/games/golden-jaldi'];
    for (const path of paths) expect(await textOf(path), path).not.toContain('Wrongly read.');
    const reader = await listen();
    const wrong = (first + 1) % 10;
    await correct(platform, { drawId: `jaldi-${number}`, drawn: jaldiDrawn(wrong), reason: 'Wrongly read.' });
    await expect.poll(() => reader.received.length, { timeout: 10_000 }).toBe(1);
    const card = reader.received[0]?.card;
    expect(card).toMatchObject({
      drawNumber: number,
      revision: 1,
      announcement: expect.stringMatching(/^Corrected result/),
      correction: { kind: 'corrected', before: expect.stringContaining(String(first)) },
    });
    expect(card?.numbers[0]?.text).toBe(String(wrong));
    expect(await latest()).toEqual(card);
    for (const path of paths) {
      const text = await textOf(path);
      expect(text, path).toContain('Wrongly read.');
      expect(text, path).toContain('First published:');
    }
    const found = await platform.call('common-search', { keyword: `jaldi ${number}` });
    expect(found.body.success && found.body.data.results.result[0]?.content).toMatch(
      /^Corrected · 21 November/,
    );
    const page = await textOf(pageOf(number));
    expect(page).toContain('The published result was corrected by hand.');
    expect(page).toContain('What the seed gives, in order');
    expect(page).toContain('Commitment and numbers do not agree');

    // The draw is then voided. Each browser must receive exactly one event about this change.
    await annul(platform, { drawId: `jaldi-${number}`, reason: 'Not to be saved.' });
    await expect.poll(() => reader.received.length, { timeout: 10_000 }).toBe(2);
    expect(reader.received[1]?.card).toMatchObject({ revision: 2, correction: { kind: 'voided' } });
    // A search by the draw's number and a search by the game's name each find the voided draw exactly once.
    for (const keyword of [`jaldi ${number}`, 'golden jaldi']) {
      const { body } = await platform.call('common-search', { keyword });
      const hits = body.success ? body.data.results.result : [];
      expect(
        hits.flatMap(({ content, read_more_path }) => (content.startsWith('Void') ? [read_more_path] : [])),
      ).toEqual([pageOf(number)]);
    }
    const voided = await textOf(pageOf(number));
    expect(voided).toContain('Not to be saved.');
    expect(voided).toContain('First published:');
    await reader.close();
  });

  it('updates the cached page of an earlier draw and sends browsers no event', async () => {
    await heard();
    const { number } = await newest();
    const earlier = number - 3;
    const before = await ask(site.origin, pageOf(earlier));
    expect(before.headers['cache-tag']).toContain('draws:jaldi');
    expect(before.text).not.toContain('Stakes');
    const neighbour = await textOf(pageOf(number - 5));
    const reader = await listen();
    await annul(platform, { drawId: `jaldi-${earlier}`, reason: 'Held before the close.' });
    await expect.poll(() => textOf(pageOf(earlier)), { timeout: 10_000 }).toContain('Held before the close.');
    expect(await textOf('/results?game=jaldi')).toContain('Held before the close.');
    expect(await textOf(pageOf(number - 5))).toBe(neighbour);
    // Browsers receive the next result, but must not receive an event for the earlier correction.
    await drawNextJaldi(platform);
    await expect.poll(() => reader.received.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(reader.received.filter(({ card }) => card.drawNumber === earlier)).toEqual([]);
    await reader.close();
  });
});
