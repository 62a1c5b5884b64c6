import { describe, expect, it } from 'vitest';
import { sameSitePath } from '../../../../shared/domain/same-site-path.ts';

describe('sameSitePath', () => {
  it.each(['/', '/my-accounts', '/results?game=keno&from=2026-11-21#top', '/hi/results', '/.//x'])(
    'accepts %s',
    (path) => {
      expect(sameSitePath(path)).toBe(path);
    },
  );

  it.each([
    '',
    'results',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /results',
    'https://evil.example/results',
    'javascript:alert(1)',
    'data:text/html,x',
    '/שלום',
    `/${'a'.repeat(10_240)}`,
  ])('rejects %j', (path) => {
    expect(sameSitePath(path)).toBeNull();
  });

  it('rejects a missing path', () => {
    expect([sameSitePath(null), sameSitePath(undefined)]).toEqual([null, null]);
  });

  it('rejects every path that a URL parser resolves to another origin', () => {
    const signs = ['/', '\\', '.', '\t', ':', '@', 'x', '?', '#', '%2f'];
    const given = signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => `/${a}${b}${c}evil.example`)));
    for (const path of given.filter((candidate) => sameSitePath(candidate) !== null))
      expect([path, new URL(path, 'https://lotto.example').origin]).toEqual([path, 'https://lotto.example']);
  });
});
