import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { becomesTrue } from '../../helpers/visitor.ts';
import { awake, readingTest as test } from '../../helpers/whole-site.ts';

/** Makes the first request for a chunk or its styles fail, and records the URLs of all requests for this file. */
const failOnce = (page: Page, name: string, how: 'reset' | 503, ending = 'js'): { requests: string[] } => {
  const requests: string[] = [];
  void page.route(new RegExp(`/assets/${name}-[\\w-]+\\.${ending}`), (route) => {
    requests.push(route.request().url());
    if (requests.length > 1) return route.continue();
    return how === 'reset' ? route.abort('connectionreset') : route.fulfill({ status: how, body: 'busy' });
  });
  return { requests };
};

describe('island', () => {
  test.for([
    ['hydrate', 'reset'],
    ['LatestResults', 'reset'],
    ['LatestResults', 503],
  ] as const)(
    'hydrates even if the first request for the chunk %s fails with %s',
    async ([name, how], { site, visitor }) => {
      visitor.expectProblem(/Failed to load resource|request failed|answered 503/);
      let failed: { requests: string[] } = { requests: [] };
      const page = await visitor.open(site.origin, {
        before: async (opened) => {
          failed = failOnce(opened, name, how);
        },
      });
      await page.locator('[data-island=latest-results]').scrollIntoViewIfNeeded();
      await becomesTrue(page, () =>
        Array.from(document.querySelectorAll<HTMLElement>('[data-island=latest-results]')).every(
          (element) => 'awake' in element.dataset,
        ),
      );
      await awake(page);
      // The page requested two URLs: the URL that failed, and a retry URL that all islands of this chunk share.
      expect(new Set(failed.requests).size).toBe(2);
    },
  );

  test('hydrates with its styles even if the first request for these styles fails', async ({
    site,
    visitor,
  }) => {
    visitor.expectProblem(/Failed to load resource|answered 503/);
    let failed: { requests: string[] } = { requests: [] };
    const page = await visitor.open(`${site.origin}/games/golden-jaldi`, {
      before: async (opened) => {
        failed = failOnce(opened, 'open-ticket', 503, 'css');
      },
    });
    await page.locator('[data-island=play][data-awake]').waitFor();
    await page.locator('[data-island=play] a.button').first().click();
    // The sheet of the failed request is in the document until the retry, but has no rules.
    await becomesTrue(page, () =>
      Array.from(document.styleSheets).some(
        ({ href, cssRules }) => href?.includes('/assets/open-ticket-') && cssRules.length > 0,
      ),
    );
    expect(failed.requests).toHaveLength(2);
  });
});

describe('home page', () => {
  test('animates only opacity and transforms, and every animation ends', async ({ site, visitor }) => {
    const page = await visitor.open(site.origin);
    const animations = await page.evaluate(() => {
      const keyframes = new Map<string, string[]>();
      for (const sheet of document.styleSheets)
        for (const rule of sheet.cssRules)
          if (rule instanceof CSSKeyframesRule)
            keyframes.set(
              rule.name,
              Array.from(rule.cssRules).flatMap((frame) =>
                frame instanceof CSSKeyframeRule ? Array.from(frame.style) : [],
              ),
            );
      return Array.from(document.querySelectorAll('*')).flatMap((element) =>
        [null, '::before', '::after'].flatMap((pseudo) => {
          const { animationName, animationIterationCount } = getComputedStyle(element, pseudo);
          if (animationName === 'none') return [];
          const properties = keyframes.get(animationName) ?? ['unknown'];
          return [{ animationName, animationIterationCount, properties }];
        }),
      );
    });
    expect(animations.map(({ animationName }) => animationName)).toContain('pulse');
    for (const { animationIterationCount, properties } of animations) {
      expect(Number(animationIterationCount)).toBeLessThan(10);
      for (const property of properties)
        expect(['opacity', 'transform', 'scale', 'rotate', 'translate']).toContain(property);
    }
  });
});
