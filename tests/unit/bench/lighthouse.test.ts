import { describe, expect, it } from 'vitest';
import { missedLimits, tableRow } from '../../../bench/lighthouse/budgets.ts';
import type { Figures } from '../../../bench/lighthouse/measure.ts';

const good: Figures = {
  performance: 97,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 1799,
  cls: 0.01,
  tbt: 199,
};

describe('missedLimits', () => {
  it('returns an empty list for figures within the limits', () =>
    expect(missedLimits('home', good)).toEqual([]));

  it.each([
    ['performance', 96, 'Perf'],
    ['accessibility', 99, 'A11y'],
    ['bestPractices', 99, 'Best'],
    ['seo', 99, 'SEO'],
    ['lcp', 1800, 'LCP ms'],
    ['cls', 0.011, 'CLS'],
    ['tbt', 200, 'TBT ms'],
    ['performance', Number.NaN, 'Perf'],
    ['lcp', Number.NaN, 'LCP ms'],
  ] as const)('returns the limit that is missed if %s is %d', (name, value, title) => {
    expect(missedLimits('home', { ...good, [name]: value })).toEqual([title]);
  });

  it('applies the limit of the blocking time only to the home page', () => {
    expect(missedLimits('faq', { ...good, tbt: 500 })).toEqual([]);
  });
});

describe('tableRow', () => {
  it('ends the row with the missed limits', () => {
    expect(tableRow('home', { ...good, seo: 90 })).toMatch(/^home +97 +100 +100 +90 .* missed: SEO$/);
  });
});
