import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumFlags, chromiumPath } from '../../tests/helpers/browser.ts';
import { median } from '../statistics.ts';

/** Figures of a page. Scores are percentages, times are milliseconds. */
export interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Largest contentful paint. */
  lcp: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Total blocking time. */
  tbt: number;
}

export interface Measured {
  figures: Figures;
  /**
   * Titles of audits that cost points in accessibility, best practices or SEO. Each title is followed by the first 400
   * characters of the audit's details.
   */
  failed: string[];
}

const judged = ['accessibility', 'best-practices', 'seo'];

/** Launches the Chromium of the tests on a free port. */
export async function launchChrome(): Promise<LaunchedChrome> {
  return launch({ chromePath: await chromiumPath(), chromeFlags: chromiumFlags, ignoreDefaultFlags: true });
}

function figuresOf({ categories, audits }: Result): Figures {
  const score = (name: string): number => Math.round((categories[name]?.score ?? Number.NaN) * 100);
  const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
  };
}

function failedAudits({ categories, audits }: Result): string[] {
  const ids = judged.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return ids.flatMap((id) => {
    const audit = audits[id];
    if (!audit || audit.score === null || audit.score === 1) return [];
    const items = audit.details && 'items' in audit.details ? JSON.stringify(audit.details.items) : '';
    return [`${audit.title}: ${items.slice(0, 400)}`];
  });
}

/**
 * Measures a page `runs` times as on a slow phone. Lighthouse's defaults simulate a network of 1.6 Mbit/s with 150 ms
 * round-trip time and a processor that is four times as slow.
 * @returns the median of each figure
 * @throws if Lighthouse cannot load the page
 */
export async function measure(chrome: LaunchedChrome, url: string, runs: number): Promise<Measured> {
  const all: Figures[] = [];
  const failed = new Set<string>();
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse did not measure ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    all.push(figuresOf(lhr));
    for (const title of failedAudits(lhr)) failed.add(title);
  }
  const middle = (name: keyof Figures): number => median(all.map((figures) => figures[name]));
  return {
    figures: {
      performance: middle('performance'),
      accessibility: middle('accessibility'),
      bestPractices: middle('bestPractices'),
      seo: middle('seo'),
      lcp: middle('lcp'),
      cls: middle('cls'),
      tbt: middle('tbt'),
    },
    failed: [...failed],
  };
}
