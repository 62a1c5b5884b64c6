import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { resultCardLabels, upcomingCardLabels } from '../../../client/cards/card-labels.ts';
import { createDocument } from '../../../client/entry-server.tsx';
import { countdownLabels } from '../../../client/islands/countdown/countdown-labels.ts';
import { Island } from '../../../client/islands/island.tsx';
import { LatestResults } from '../../../client/islands/latest-results/LatestResults.tsx';
import { UpcomingDraws } from '../../../client/islands/upcoming-draws/UpcomingDraws.tsx';
import type { ResultCard } from '../../../shared/pages/cards.ts';
import { type ClientSite, test } from '../../helpers/client-site.tsx';
import { sampleMark, sampleResults, sampleUpcoming } from '../../helpers/sample-cards.ts';
import { sampleDocument, sampleTranslate } from '../../helpers/sample-document.ts';
import { sampleHome } from '../../helpers/sample-home.ts';
import { eventually } from '../../helpers/visitor.ts';

const { keno, pick3, jaldi } = sampleResults;
const cards = [pick3, keno, jaldi];
const upcoming = [sampleUpcoming.keno, sampleUpcoming.jaldi];

const body = (
  <>
    <Island
      name="latest-results"
      of={LatestResults}
      when="load"
      props={{ cards, labels: resultCardLabels(sampleTranslate) }}
    />
    <Island
      name="upcoming-draws"
      of={UpcomingDraws}
      when="load"
      props={{
        cards: upcoming,
        labels: upcomingCardLabels(sampleTranslate),
        countdown: countdownLabels(sampleTranslate),
      }}
    />
  </>
);

const following = (card: ResultCard): ResultCard => ({
  ...card,
  drawNumber: card.drawNumber + 1,
  drawId: `${card.gameId}-${card.drawNumber + 1}`,
  drawText: `Draw ${card.drawNumber + 1}`,
  announcement: `New result. ${card.gameName}, draw ${card.drawNumber + 1}.`,
});
const hello = { now: '2026-11-21T12:00:00.000Z', draws: {} };

async function open(
  site: ClientSite,
  visitor: { open(url: string, options?: object): Promise<Page> },
  path = '/',
) {
  site.show(path, body);
  const page = await visitor.open(site.url + path);
  await eventually(async () => expect(await page.locator('[data-awake]').count()).toBe(2));
  return page;
}
const streaming = (site: ClientSite) => eventually(() => expect(site.openStreams()).toBe(1));
const shown = (page: Page) =>
  page.locator('.result-card').evaluateAll((all) => all.map((card) => card.getAttribute('data-draw')));
const announced = (page: Page) => page.locator('[aria-live=polite] p').allTextContents();
const polls = (site: ClientSite) => site.requests.filter((path) => path.endsWith('/results/latest.json'));

describe('live results', () => {
  test('replace the card of a game with an animated new card, and announce the result once', async ({
    site,
    visitor,
  }) => {
    const page = await open(site, visitor);
    await streaming(site);
    expect(await announced(page)).toEqual([]);
    await page.evaluate(() => {
      document.querySelector('.result-card')?.setAttribute('data-kept', '');
    });
    const next = following(keno);
    site.say('hello', hello);
    site.say('result', { card: next, upcoming: null });
    await page.locator(`[data-draw="${next.drawId}"].is-fresh`).waitFor();
    expect(await shown(page)).toEqual([pick3.drawId, next.drawId, jaldi.drawId]);
    expect(await page.locator('.is-fresh').count()).toBe(1);
    expect(await page.locator('[data-kept]').getAttribute('data-draw')).toBe(pick3.drawId);
    expect(await announced(page)).toEqual([next.announcement]);
    // Send the same result again, as a restarted stream can do. When the next result appears, the page has already
    // processed the repeated result.
    site.say('result', { card: next, upcoming: null });
    site.say('result', { card: following(jaldi), upcoming: null });
    await page.locator(`[data-draw="${following(jaldi).drawId}"]`).waitFor();
    expect(await announced(page)).toEqual([next.announcement, following(jaldi).announcement]);
  });

  test('show and announce a corrected result on the card of its draw, with a note and without an animation', async ({
    site,
    visitor,
  }) => {
    const page = await open(site, visitor);
    await streaming(site);
    const right: ResultCard = {
      ...keno,
      revision: 1,
      announcement: 'Corrected result.',
      correction: {
        kind: 'corrected',
        title: 'Corrected',
        text: 'on 20 Nov 2026 · 21:00.',
        before: 'First published: 1, 2, 3.',
        reason: 'Reason: Misread.',
      },
    };
    site.say('hello', hello);
    site.say('result', { card: right, upcoming: null });
    const note = page.getByRole('note', { name: 'Corrected' });
    await note.waitFor();
    expect(await note.textContent()).toContain('First published: 1, 2, 3.');
    expect(await shown(page)).toEqual(cards.map(({ drawId }) => drawId));
    expect(await page.locator('.is-fresh').count()).toBe(0);
    expect(await announced(page)).toEqual([right.announcement]);
    // Send the uncorrected result again. When the next result appears, the page has already processed the uncorrected
    // result.
    site.say('result', { card: keno, upcoming: null });
    site.say('result', { card: following(jaldi), upcoming: null });
    await page.locator(`[data-draw="${following(jaldi).drawId}"]`).waitFor();
    expect(await note.count()).toBe(1);
  });

  test('without event streams, animate and announce each new result exactly once', async ({
    site,
    client,
    visitor,
  }) => {
    const element = createDocument({ ...sampleDocument(sampleHome), assets: client.assets });
    site.pages.set('/', `<!doctype html>${renderToString(element)}`);
    const next = following(keno);
    site.latest = {
      cards: sampleHome.results.map((card) => (card.gameId === keno.gameId ? next : card)),
      upcoming: [],
    };
    const page = await visitor.open(site.url, {
      viewport: { width: 1280, height: 400 },
      before: (opened) => opened.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource')),
    });
    await page.locator(`[data-draw="${next.drawId}"].is-fresh`).waitFor();
    expect(polls(site)).toHaveLength(1);
    expect(await announced(page)).toEqual([next.announcement]);
  });

  test('replace the upcoming draw of a game after its result', async ({ site, visitor }) => {
    const page = await open(site, visitor);
    await streaming(site);
    const next = {
      ...sampleUpcoming.jaldi,
      drawNumber: sampleUpcoming.jaldi.drawNumber + 1,
      jackpotText: '₹6,000',
      startsText: 'Sat 21 Nov · 20:35 IST',
    };
    site.say('result', { card: following(jaldi), upcoming: next });
    await page.getByText('₹6,000').waitFor();
    expect(await page.locator('.upcoming-card__title').allTextContents()).toEqual(
      upcoming.map(({ gameName }) => gameName),
    );
  });

  test('update the next draw and the latest result in the hero section together', async ({
    site,
    client,
    visitor,
  }) => {
    const element = createDocument({ ...sampleDocument(sampleHome), assets: client.assets });
    site.pages.set('/', `<!doctype html>${renderToString(element)}`);
    const page = await visitor.open(site.url);
    await page.locator('.hero__main[data-awake]').waitFor();
    await page.locator('.hero-result[data-awake]').waitFor();
    await streaming(site);
    const { jackpot } = sampleResults;
    const drawn = {
      ...following(jackpot),
      numbers: ['77', '78'].map((text) => sampleMark(text)),
      dateText: '21 November 2026',
    };
    const next = {
      ...sampleUpcoming.jackpot,
      drawNumber: sampleUpcoming.jackpot.drawNumber + 1,
      drawText: 'Draw 313',
      jackpotText: '₹4,40,00,000',
      startsAt: '2999-11-25T15:00:00.000Z',
      startsText: 'Wed 25 Nov · 20:30 IST',
    };
    site.say('result', { card: drawn, upcoming: next });
    await page.locator('.hero__amount', { hasText: '₹4,40,00,000' }).waitFor();
    expect(await page.textContent('.hero__kicker')).toContain('Draw 313');
    expect(await page.textContent('.hero .countdown__at')).toBe(next.startsText);
    expect(await page.textContent('.hero-result time')).toBe('21 November 2026');
    expect(await page.locator('.hero-result .drawn li').first().textContent()).toBe('77');
  });

  test('load the newest results if the server has newer draws than the page', async ({ site, visitor }) => {
    const next = following(keno);
    site.latest = { cards: [pick3, next, jaldi], upcoming: [] };
    const page = await open(site, visitor);
    await streaming(site);
    site.say('hello', { ...hello, draws: { keno: next.drawNumber } });
    await page.locator(`[data-draw="${next.drawId}"]`).waitFor();
    expect(polls(site)).toEqual(['/results/latest.json']);
  });

  test('use the event stream and the cards of the page’s language', async ({ site, visitor }) => {
    site.latest = { cards: [following(keno)], upcoming: [] };
    const page = await open(site, visitor, '/en/results');
    await streaming(site);
    site.say('hello', { ...hello, draws: { keno: keno.drawNumber + 1 } });
    await page.locator(`[data-draw="${following(keno).drawId}"]`).waitFor();
    expect(site.requests).toContain('/en/events');
    expect(polls(site)).toEqual(['/en/results/latest.json']);
  });

  test('poll the server after three event streams have failed', async ({ site, visitor }) => {
    visitor.expectProblem(/503/);
    site.refuseStreams = true;
    const next = following(keno);
    site.latest = { cards: [next], upcoming: [] };
    site.show('/', body);
    const page = await visitor.open(site.url, {
      before: (opened) => opened.clock.install({ time: '2026-11-21T12:00:00Z' }),
    });
    await eventually(async () => {
      await page.clock.runFor(1000);
      expect(await shown(page)).toContain(next.drawId);
    });
    expect(site.requests.filter((path) => path === '/events')).toHaveLength(3);
    expect(await announced(page)).toEqual([next.announcement]);
    const asked = polls(site).length;
    await page.clock.runFor(20_000);
    await eventually(() => expect(polls(site).length).toBe(asked + 1));
  });

  test('poll the server if the browser does not support event streams', async ({ site, visitor }) => {
    const next = following(keno);
    site.latest = { cards: [next], upcoming: [] };
    site.show('/', body);
    const page = await visitor.open(site.url, {
      before: (opened) => opened.addInitScript(() => Reflect.deleteProperty(globalThis, 'EventSource')),
    });
    await page.locator(`[data-draw="${next.drawId}"].is-fresh`).waitFor();
    expect(site.requests).not.toContain('/events');
  });

  test('close the event stream while the page is hidden, and update the page when it is shown again', async ({
    site,
    visitor,
  }) => {
    const page = await open(site, visitor);
    await streaming(site);
    site.say('hello', hello);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    await eventually(() => expect(site.openStreams()).toBe(0));
    const next = following(keno);
    site.latest = { cards: [next], upcoming: [] };
    await hide(false);
    await streaming(site);
    site.say('hello', hello);
    await page.locator(`[data-draw="${next.drawId}"]`).waitFor();
  });
});
