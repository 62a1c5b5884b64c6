import { createSessionSealer } from '../server/session/sealer.ts';
import type { Bench, Site } from './bench.ts';
import type { Market } from './market.ts';

export interface MarketSite {
  site: Site;
  /** Returns the session cookie of the player with this token. */
  cookieOf: (token: string) => string;
}

/** Starts a site in front of the market's platform. */
export async function openMarketSite(bench: Bench, { platform, dataDir }: Market): Promise<MarketSite> {
  const platformUrl = `http://127.0.0.1:${platform.said.port}`;
  const upstream = await bench.upstreamAt(platformUrl, dataDir);
  // Connect the site to the platform itself, because the proxy that counts requests would slow calls down. Raise the
  // rate limits, because all calls come from one address.
  const site = await bench.site({
    ...upstream.env,
    PLATFORM_URL: platformUrl,
    CALL_RATE_PERCENT: '1000000',
    PAGE_LOADS_PER_MINUTE: '1000000',
  });
  const sealer = createSessionSealer({ secrets: [upstream.env['SESSION_KEYS'] ?? ''], purpose: 'session' });
  const cookieOf = (token: string): string =>
    `session=${sealer.seal({
      token,
      username: token.slice(0, 12),
      avatarImage: 'avatar-01',
      currencyCode: 'INR',
      openedAtMs: Date.now(),
    })}`;
  return { site, cookieOf };
}
