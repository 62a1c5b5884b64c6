import { describe, expect, it } from 'vitest';
import { speculationRules } from '../../../../server/routes/speculation.ts';
import { privateAreas } from '../../../../shared/resources.ts';

const site = 'https://site.example';
const conditions = speculationRules(['en', 'hi']).prefetch[0]?.where.and ?? [];
const excluded = conditions.flatMap((each) =>
  'not' in each && 'href_matches' in each.not ? each.not.href_matches : [],
);
const isExcluded = (path: string) =>
  excluded.some((pattern) => new URLPattern(pattern, `${site}/`).test(site + path));

describe('speculationRules', () => {
  it('excludes every private area in every language', () => {
    for (const area of privateAreas)
      for (const path of [`/${area}`, `/hi/${area}`, `/${area}/x`, `/hi/${area}/x?a=b`, `/${area}?a=b`])
        expect(isExcluded(path), path).toBe(true);
  });

  it('excludes files of the CMS', () => {
    expect(isExcluded('/uploads/2026/11/terms.pdf')).toBe(true);
  });

  it('allows prefetching public pages', () => {
    for (const path of ['/', '/hi', '/results?game=keno', '/accounts', '/hi/blogs/account', '/faq'])
      expect(isExcluded(path), path).toBe(false);
  });
});
