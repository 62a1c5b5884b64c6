import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench, Site, Upstream } from './bench.ts';

/** A site before call-platform.ts, so that players' calls cost the platform nothing. */
export interface CallSite {
  site: Site;
  /** Origin of the replaced platform, for a baseline before the same upstream. */
  platformUrl: string;
  platformPort: number;
  stop: () => Promise<void>;
}

export const ok = (data: unknown) => ({ success: true, firstCode: '10000', data });

/** The platform's answer to a login. */
export const openedSession = ok({
  userData: {
    username: 'asha',
    currencyCode: 'INR',
    totalbalance: 125_000,
    useremail: 'asha.rao@example.com',
    avatarImage: '/avatars/one.svg',
    authToken: 't'.repeat(43),
  },
  depositPopupShow: false,
  minimumWalletAmount: 10_000,
});

/** @param answers of the platform, by path */
export async function startCallSite(bench: Bench, answers: Record<string, unknown>): Promise<CallSite> {
  const real = await bench.upstream();
  const realUrl = real.env['PLATFORM_URL'] ?? '';
  const file = path.join(bench.work, 'calls.json');
  writeFileSync(file, JSON.stringify(answers));
  const platform = await bench.run<{ port: number }>('bench/call-platform.ts', [realUrl, file], {});
  const platformUrl = `http://127.0.0.1:${platform.said.port}`;
  const upstream: Upstream = {
    env: { ...real.env, PLATFORM_URL: platformUrl },
    order: (order) => real.order(order),
  };
  // Signing and rate limits stay on; one address and one player make all calls, so the limits are raised.
  const limits = { CALL_RATE_PERCENT: '1000000', PAGE_LOADS_PER_MINUTE: '1000000' };
  const site = await bench.site({ PLATFORM_SIGNING: 'hmac', CMS_URL: realUrl, ...limits }, upstream);
  return {
    site,
    platformUrl,
    platformPort: platform.said.port,
    stop: async () => {
      await site.stop();
      await platform.stop();
    },
  };
}
