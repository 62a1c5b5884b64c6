import type { LatestCards } from '../../shared/pages/live.ts';

const fixed = {
  home: '/',
  results: '/results',
  game: '/games/golden-keno',
  blog: '/blogs/odds-explained',
  faq: '/faq',
  statistics: '/statistics/golden-keno',
};

export const pageNames: readonly string[] = [...Object.keys(fixed), 'draw'];

/** @returns the paths of the measured pages of a running site, by name */
export async function pagePaths(origin: string): Promise<Map<string, string>> {
  const answer = await fetch(`${origin}/results/latest.json`);
  const { cards }: LatestCards = await answer.json();
  const draw = cards.find(({ href }) => href.startsWith('/results/golden-keno/'))?.href;
  if (!draw) throw new Error('the site has no draw to measure');
  return new Map([...Object.entries(fixed), ['draw', draw]]);
}
