import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { blockText } from '../../helpers/block-texts.ts';
import { viewports } from '../../helpers/browser.ts';
import { startRecordedSite } from '../../helpers/recording-platform.ts';
import { samplePng } from '../../helpers/sample-png.ts';
import type { TestSite } from '../../helpers/site.ts';
import { test as base } from '../../helpers/visitor.ts';
import { startWordPressHost } from '../../helpers/wordpress-host.ts';

const names = 'beach river forest city coast one two three four tower night'.split(' ');
const uploads = 'https://cms.example/wp-content/uploads/2026/11';
const sizes = {
  '-1024x683': [1024, 683],
  '-300x200': [300, 200],
  '-768x512': [768, 512],
  '-150x150': [150, 150],
  '': [1200, 800],
};

const startArticleSite = async (onCleanup: (stop: () => Promise<void>) => void): Promise<TestSite> => {
  const host = await startWordPressHost(
    [{ id: 1, slug: 'faq', title: 'Blocks', html: blockText, modified: '2026-11-20T10:15:30', picture: 90 }],
    [{ id: 90, source_url: `${uploads}/river.jpg`, media_details: { width: 1200, height: 800, sizes: {} } }],
  );
  for (const [index, name] of names.entries())
    for (const [suffix, [width = 0, height = 0]] of Object.entries(sizes))
      host.file(
        `/wp-content/uploads/2026/11/${name}${suffix}.jpg`,
        'image/png',
        samplePng(width, height, index * 20),
      );
  const recorded = await startRecordedSite({
    env: { CMS_URL: host.origin, CMS_KIND: 'wordpress', CMS_NAMES: 'cms.example' },
  });
  onCleanup(async () => {
    await recorded.stop();
    await host.stop();
  });
  return recorded.site;
};

const test = base.extend('site', { scope: 'file' }, ({ browser: _browser }, { onCleanup }) =>
  startArticleSite(onCleanup),
);

describe('article with all blocks of WordPress', () => {
  test.for([320, 360, 768, 1280])(
    'fits a width of %i px, shows every picture, and does not move while the pictures load',
    async (width, { site, visitor }) => {
      const page = await visitor.open(`${site.origin}/faq`, {
        viewport: { ...viewports.desktop, width },
        before: (opening) =>
          opening.addInitScript(() => {
            const shifts: number[] = [];
            Object.assign(window, { shifts });
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
            }).observe({ type: 'layout-shift', buffered: true });
          }),
      });
      // Ignore the layout shifts up to this point, because loading the page's fonts may move texts.
      await page.evaluate(async () => {
        await document.fonts.ready;
        Reflect.set(Reflect.get(window, 'shifts'), 'length', 0);
      });
      const pictures = page.locator('.prose img');
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded();
        await picture.evaluate((element: HTMLImageElement) => element.decode());
      }
      expect(await pictures.count()).toBeGreaterThan(12);
      const shape = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        moved: Array.from<number>(Reflect.get(window, 'shifts')).reduce((sum, shift) => sum + shift, 0),
        photos: Array.from(document.querySelectorAll('.photo'), (photo) => {
          const box = photo.getBoundingClientRect();
          return Math.round((box.width / box.height) * 10);
        }),
        columns: [...document.querySelectorAll('.wp-block-column')]
          .slice(0, 2)
          .map((element) => element.getBoundingClientRect().left),
      }));
      expect(shape.overflow).toBe(0);
      // Photos have the same aspect ratio as illustrations, 8 to 5.
      expect(shape.photos).toEqual([16]);
      expect(shape.moved).toBeLessThan(0.01);
      const [first = 0, second = 0] = shape.columns;
      expect(second > first).toBe(width >= 768);
      if (width === 360 || width === 1280) expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
