import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { resultCardLabels } from '../../../client/cards/card-labels.ts';
import { ResultCard } from '../../../client/cards/ResultCard.tsx';
import { qrPicture } from '../../../client/ui/qr-picture.ts';
import { test as base } from '../../helpers/client-site.tsx';
import { sampleResults } from '../../helpers/sample-cards.ts';
import { sampleTranslate } from '../../helpers/sample-document.ts';

/** A `test` with a second browser for screenshots. The first browser paints only the visible part of a page. */
const test = base.extend(
  'painter',
  { scope: 'file' },
  async ({ launch }, { onCleanup }): Promise<Browser> => {
    const browser = await launch();
    onCleanup(() => browser.close());
    return browser;
  },
);

const phone = { viewport: { width: 400, height: 600 }, deviceScaleFactor: 2 };
const labels = resultCardLabels(sampleTranslate);
/** Games whose cards differ most: many balls, a series with a number, pictures, and a coloured mark. */
const designs = (['keno', 'raffle', 'symbols', 'jaldi'] as const).map((name) => ({
  name,
  card: sampleResults[name],
}));

/**
 * Stores the QR code of the downloaded picture. The elements of this picture are in the page only during the capture.
 */
function watchCode(): void {
  new MutationObserver(() => {
    const path = document.querySelector('.picture-sheet__code path')?.getAttribute('d');
    if (path) Object.assign(globalThis, { codePath: path });
  }).observe(document, { childList: true, subtree: true });
}

/** Records the card's opacity and cursor at the start and end of each capture. */
function watchCapture(): void {
  const looks: { cursor: string; opacity: string }[] = [];
  Object.assign(globalThis, { looks });
  document.addEventListener('DOMContentLoaded', () => {
    const card = document.querySelector('.result-card');
    if (!card) return;
    new MutationObserver(() => {
      const { cursor, opacity } = getComputedStyle(card);
      looks.push({ cursor, opacity });
    }).observe(card, { attributeFilter: ['aria-busy'] });
  });
}

async function download(page: Page) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('.result-card__download')]);
  await page.locator('.result-card:not([aria-busy])').waitFor();
  return { name: file.suggestedFilename(), png: readFileSync(await file.path()) };
}

/**
 * Takes a screenshot of the card at the scale of the downloaded picture. The screenshot hides the download control,
 * because the downloaded picture does not contain this control.
 */
async function screenshot(painter: Browser, url: string): Promise<Buffer> {
  const page = await painter.newPage(phone);
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const card = page.locator('.result-card');
  await card.evaluate((element) => {
    element.querySelector<HTMLElement>('.result-card__download')?.style.setProperty('visibility', 'hidden');
    // Render the card as in the downloaded picture, with sub-pixel text positions and white behind the round corners.
    element.style.setProperty('text-rendering', 'geometricPrecision');
    document.body.style.background = document.documentElement.style.background = 'white';
  });
  const picture = await card.screenshot({ animations: 'disabled' });
  await page.close();
  return picture;
}

/** Returns width and height of a PNG from its header (PNG specification, IHDR). */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

/**
 * Returns the largest difference between two pictures of the card, from 0 to 255.
 * @param blur side in pixels of the squares whose pixels are averaged; text positions differ by parts of a pixel
 * @param size width and height of the compared part at the top left, in pixels
 */
const difference = (page: Page, pictures: Buffer[], blur: number, size = 10_000) =>
  page.evaluate(
    async (given) => {
      const [first, second] = await Promise.all(
        given.urls.map(async (url) => {
          const image = new Image();
          image.src = url;
          await image.decode();
          const width = Math.floor(Math.min(image.width, given.size) / given.blur);
          const height = Math.floor(Math.min(given.height, given.size) / given.blur);
          const context = new OffscreenCanvas(width, height).getContext('2d');
          if (!context) throw new Error('There is no canvas');
          context.fillStyle = 'white';
          context.fillRect(0, 0, width, height);
          context.imageSmoothingQuality = 'high';
          // Cut off the footer of the downloaded picture before scaling, so that both pictures are scaled alike.
          const part = await createImageBitmap(image, 0, 0, image.width, given.height);
          context.drawImage(part, 0, 0, part.width / given.blur, part.height / given.blur);
          return context.getImageData(0, 0, width, height).data;
        }),
      );
      if (!first || !second) throw new Error('There are no pictures');
      return Math.max(...first.map((value, at) => Math.abs(value - (second[at] ?? value))));
    },
    {
      urls: pictures.map((png) => `data:image/png;base64,${png.toString('base64')}`),
      // Compare only the height that both pictures have. Only the downloaded picture has a footer below the card.
      height: Math.min(...pictures.map((png) => sizeOf(png).height)),
      blur,
      size,
    },
  );

describe('download of a result card', () => {
  test.for(designs)(
    'saves a picture of the card at twice its size, with the site’s address and a QR code below: $name',
    async ({ card }, { site, visitor, painter }) => {
      site.show('/', <ResultCard card={card} labels={labels} />);
      const page = await visitor.open(site.url, {
        ...phone,
        before: (opened) => opened.addInitScript(watchCode),
      });
      await page.locator('html.is-scripted').waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const box = await page.locator('.result-card').boundingBox();
      const { name, png } = await download(page);
      expect(name).toBe(card.fileName);
      expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      // The card's size on the page need not be a whole number of pixels.
      expect(Math.abs(sizeOf(png).width - 2 * (box?.width ?? 0))).toBeLessThanOrEqual(2);
      const footHeight = sizeOf(png).height - 2 * (box?.height ?? 0);
      expect(footHeight).toBeGreaterThan(200);
      expect(footHeight).toBeLessThan(320);
      const code = qrPicture(new URL(`/verify/${card.drawId}`, site.url).href);
      expect((await page.evaluate(() => Reflect.get(globalThis, 'codePath'))) === code.path).toBe(true);
      const pictures = [png, await screenshot(painter, site.url)];
      // With a missing font or a different line break, the difference would exceed this limit.
      expect(await difference(page, pictures, 16)).toBeLessThan(75);
      // The top left 62 x 62 pixels of the card contain the game's emblem and no text.
      expect(await difference(page, pictures, 2, 124)).toBeLessThan(20);
    },
  );

  test('shows a wait cursor and a paler card during the capture', async ({ site, visitor }) => {
    site.show('/', <ResultCard card={sampleResults.keno} labels={labels} />);
    const page = await visitor.open(site.url, {
      reducedMotion: 'reduce',
      before: (opened) => opened.addInitScript(watchCapture),
    });
    await page.locator('html.is-scripted').waitFor();
    await download(page);
    const looks: { cursor: string; opacity: string }[] = await page.evaluate(() =>
      Reflect.get(globalThis, 'looks'),
    );
    expect(looks).toEqual([
      { cursor: 'wait', opacity: expect.stringMatching(/^0\.\d+$/) },
      { cursor: 'auto', opacity: '1' },
    ]);
  });

  test('leaves the card unchanged after the capture', async ({ site, visitor }) => {
    site.show('/', <ResultCard card={sampleResults.daily} labels={labels} />);
    const page = await visitor.open(site.url);
    await page.locator('html.is-scripted').waitFor();
    const markup = () => page.locator('.result-card').evaluate((card) => card.outerHTML);
    const before = await markup();
    await download(page);
    expect(await markup()).toBe(before);
  });

  test('logs a failure and can be repeated afterwards', async ({ site, visitor }) => {
    visitor.expectProblem(/too large/);
    site.show('/', <ResultCard card={sampleResults.pick3} labels={labels} />);
    const page = await visitor.open(site.url);
    await page.locator('html.is-scripted').waitFor();
    await page.evaluate(() => {
      const whole = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'toDataURL');
      HTMLCanvasElement.prototype.toDataURL = () => {
        if (whole) Object.defineProperty(HTMLCanvasElement.prototype, 'toDataURL', whole);
        throw new Error('too large');
      };
    });
    await Promise.all([page.waitForEvent('pageerror'), page.click('.result-card__download')]);
    await page.locator('.result-card:not([aria-busy])').waitFor();
    expect((await download(page)).name).toBe(sampleResults.pick3.fileName);
  });

  test('loads its library only after a click', async ({ site, visitor }) => {
    site.show('/', <ResultCard card={sampleResults.pick3} labels={labels} />);
    const page = await visitor.open(site.url, { isFirst: true });
    await page.locator('html.is-scripted').waitFor();
    const scripts = () => site.requests.filter((path) => path.endsWith('.js')).length;
    expect(scripts()).toBe(1);
    await download(page);
    expect(scripts()).toBeGreaterThan(1);
  });
});
