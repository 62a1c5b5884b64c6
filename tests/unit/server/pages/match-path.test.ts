import { describe, expect, it } from 'vitest';
import { createPathMatcher } from '../../../../server/pages/match-path.ts';

const match = createPathMatcher([
  ['any', { path: '/:slug' }],
  ['game', { path: '/results/:slug' }],
  ['csv', { path: '/results/:game.csv' }],
  ['latest', { path: '/results/latest.json' }],
  ['home', { path: '/' }],
]);

describe('createPathMatcher', () => {
  it('prefers a literal segment to a file extension, and a file extension to a parameter', () => {
    expect(match(['results', 'latest.json'])).toEqual({ name: 'latest', params: {} });
    expect(match(['results', 'keno.csv'])).toEqual({ name: 'csv', params: { game: 'keno' } });
    expect(match(['results', 'keno'])).toEqual({ name: 'game', params: { slug: 'keno' } });
    expect(match([])).toEqual({ name: 'home', params: {} });
  });

  it.each([['results', '.csv'], ['results', 'a.b.csv'], ['results', 'keno.json'], ['a.html']])(
    'does not match a slug or file name with an unexpected dot (case %#)',
    (...segments) => expect(match(segments)).toBeNull(),
  );

  it('matches decoded segments without decoding them again', () => {
    expect(match(['a%2Fb'])).toEqual({ name: 'any', params: { slug: 'a%2Fb' } });
    expect(match(['results', 'a%2Ecsv'])).toEqual({ name: 'game', params: { slug: 'a%2Ecsv' } });
  });

  it('matches a path only if it has as many segments as the pattern', () => {
    expect(match(['results', 'keno', '1'])).toBeNull();
  });
});
