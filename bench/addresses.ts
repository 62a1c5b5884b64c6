const dayMs = 86_400_000;
const firstDayMs = Date.UTC(2026, 0, 1);

/** A day of the first hundred of 2026, by number. */
const day = (number: number): string =>
  new Date(firstDayMs + (number % 100) * dayMs).toISOString().slice(0, 10);

const pages = ['/', '/results', '/winners', '/games', '/blogs', '/games/golden-keno', '/promotions'];

/**
 * The n-th of as many different addresses as one likes, as a robot makes them up: parameters that no page knows, paths
 * that lead nowhere, and a few that make the site ask its platform (pages of the content host that do not exist, draws,
 * ranges of days).
 * @param n from 0
 */
export function addressOf(n: number): string {
  const kind = n % 100;
  if (kind < 60) return `${pages[n % pages.length]}?utm_id=${n}`;
  if (kind < 95) return `/no/such/place/${n}`;
  if (kind < 97) return `/no-such-page-${n}`;
  if (kind < 99) return `/results/golden-keno/${1 + Math.floor(n / 100) * 2 + (kind - 97)}`;
  const range = Math.floor(n / 100);
  return `/results?from=${day(range)}&to=${day(range + (range % 90))}&cursor=c${n}`;
}
