const dayMs = 86_400_000;
const firstDayMs = Date.UTC(2026, 0, 1);

/** Returns a date within the first hundred days of 2026. */
const day = (number: number): string =>
  new Date(firstDayMs + (number % 100) * dayMs).toISOString().slice(0, 10);

const pages = ['/', '/results', '/winners', '/games', '/blogs', '/games/golden-keno', '/promotions'];

/**
 * Returns the n-th URL of an endless series. These URLs have undeclared parameters or unknown paths, like the URLs that
 * bots request. Some of the URLs cause upstream requests, because they name missing CMS pages, missing draws or
 * uncached ranges of days.
 * @param n from 0
 */
export function addressOf(n: number): string {
  const kind = n % 100;
  if (kind < 60) return `${pages[n % pages.length]}?utm_id=${n}`;
  if (kind < 97) return `/no/such/place/${n}`;
  if (kind === 97) return `/no-such-page-${n}`;
  if (kind === 98) return `/results/golden-keno/${1 + Math.floor(n / 100)}`;
  const range = Math.floor(n / 100);
  return `/results?from=${day(range)}&to=${day(range + (range % 90))}&cursor=c${n}`;
}
