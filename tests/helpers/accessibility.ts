import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The minified script of axe. Chromium loads it in two thirds of the time that the full script needs. */
const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Runs axe in the page. Axe does not compute the selectors of elements, which makes the check faster. */
const violationsOf = async (tags: string[]): Promise<string[]> => {
  const { violations } = await window.axe.run(document, {
    resultTypes: ['violations'],
    runOnly: { type: 'tag', values: tags },
    selectors: false,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => {
      const [check] = [...any, ...all, ...none];
      return `${id}: ${html.slice(0, 160)} ${check?.message ?? ''}`;
    }),
  );
};

/**
 * Returns the violations of WCAG 2.2 AA and of best practice that axe finds in the current state of a page, as readable
 * lines. The script of axe is loaded only once into a document, because loading takes a quarter of the time of a check.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(violationsOf, standards);
}
