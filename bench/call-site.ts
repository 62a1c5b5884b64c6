import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench, Site, Upstream } from './bench.ts';
import { connect, headerOf, postRequest } from './wire.ts';

/** A site whose upstream is call-platform.ts instead of the real platform, so that only the site's work is measured. */
export interface CallSite {
  site: Site;
  /** URL origin of the call-platform.ts server. The site and the baselines both call this server. */
  platformUrl: string;
  platformPort: number;
  /** Delays each prepared answer by `delayMs`. */
  delayAnswers: (delayMs: number) => Promise<void>;
  stop: () => Promise<void>;
}

export const ok = <T>(data: T) => ({ success: true, firstCode: '10000', data });

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
  notificationCount: 2,
});

/** The platform's answer to a request for a player's profile. */
export const profile = ok({
  username: 'asha',
  email_address: 'asha.rao@example.com',
  emailVerified: true,
  mobile_no: '+919876543210',
  mobileVerified: false,
  firstName: 'Asha',
  lastName: 'Rao',
  birthDate: '1990-04-01',
  country: 'IN',
  state: 'IN-MH',
  street: '12 Marine Drive',
  city: 'Mumbai',
  postCode: '400002',
  currencyCode: 'INR',
  userLanguge: 'en',
  avatarImage: '/avatars/one.svg',
  isPromotion: 0,
  kycStatus: 'none',
  memberSince: '2026-11-21',
});

/** Logs a player in. @returns the Cookie header of the session */
export async function login(port: number): Promise<string> {
  const connection = await connect(port);
  const origin = `http://127.0.0.1:${port}`;
  const body = JSON.stringify({ data: { type: 2, username: 'asha', password: 'Correct-Horse-9' } });
  const answer = await connection.ask(
    postRequest('/api/accounts/login', { host: new URL(origin).host, origin }, body),
  );
  connection.close();
  const cookie = headerOf(answer, 'set-cookie').split(';')[0] ?? '';
  if (answer.status !== 200 || !cookie.startsWith('session='))
    throw new Error(`the login was answered with ${answer.status}`);
  return cookie;
}

/**
 * Starts the site, and call-platform.ts as its platform.
 * @param answers the platform's answers by path
 */
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
  // Raise the rate limits, because all calls come from one address and one player. Do not disable the limits: the
  // measurements include the cost of the limits and of signing.
  const limits = { CALL_RATE_PERCENT: '1000000', PAGE_LOADS_PER_MINUTE: '1000000' };
  const site = await bench.site({ PLATFORM_SIGNING: 'hmac', ...limits }, upstream);
  return {
    site,
    platformUrl,
    platformPort: platform.said.port,
    delayAnswers: async (delayMs) => {
      await platform.ask({ delayMs });
    },
    stop: async () => {
      await site.stop();
      await platform.stop();
    },
  };
}
