import { type BadUpstream, startBadUpstream } from './bad-upstream.ts';
import { type Answer, ask } from './http.ts';
import { startSite, type TestSite, type TestSiteOptions } from './site.ts';

/** Returns a token with the length of the platform's tokens: 43 characters. */
export const tokenOf = (letter: string): string => letter.repeat(43);

/** Returns the platform's answer to a call that opens a session. */
export const opened = (token = tokenOf('t'), username = 'asha') => ({
  success: true,
  firstCode: '10000',
  data: {
    userData: {
      authToken: token,
      username,
      currencyCode: 'INR',
      totalbalance: 125_000,
      useremail: 'asha@example.com',
      avatarImage: '/avatars/one.svg',
    },
    depositPopupShow: false,
    minimumWalletAmount: 10_000,
    notificationCount: 2,
  },
});

export const loginData = { type: 2, username: 'asha', password: 'Correct-Horse-9' };

/** Returns the cookies that a browser has after an answer, by name. */
export function jarOf({ headers }: Answer, before: Record<string, string> = {}): Record<string, string> {
  const jar = { ...before };
  for (const line of headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0(?:;|$)/i.test(line)) delete jar[name];
    else jar[name] = value;
  }
  return jar;
}

export const cookieHeader = (jar: Record<string, string>): string =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

export interface CallOptions {
  jar?: Record<string, string>;
  headers?: Record<string, string>;
  /** Request body to send instead of the default `{ data }`. */
  body?: string;
}

export interface RecordedSite {
  site: TestSite;
  /** A server that replaces the platform. It records each request and sends the answer that the test defines. */
  upstream: BadUpstream;
  /** Makes a call in the same way as a browser that shows a page of the site. */
  call(name: string, data?: unknown, options?: CallOptions): Promise<Answer>;
  /** Logs a player in. @returns the cookies */
  login(token?: string, username?: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

export const callAt = (
  origin: string,
  name: string,
  data: unknown = {},
  { jar = {}, headers = {}, body = JSON.stringify({ data }) }: CallOptions = {},
): Promise<Answer> =>
  ask(origin, `/api/${name}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      host: new URL(origin).host,
      origin,
      'sec-fetch-site': 'same-origin',
      ...(Object.keys(jar).length > 0 ? { cookie: cookieHeader(jar) } : {}),
      ...headers,
    },
  });

/** Starts a site, and a server in place of the platform. The test defines the server's answers. */
export async function startRecordedSite(
  options: Omit<TestSiteOptions, 'platform'> = {},
): Promise<RecordedSite> {
  const upstream = await startBadUpstream();
  const site = await startSite({
    platform: { url: upstream.origin },
    warm: false,
    live: false,
    ...options,
  });
  const call: RecordedSite['call'] = (name, data, asked) => callAt(site.origin, name, data, asked);
  return {
    site,
    upstream,
    call,
    async login(token = tokenOf('t'), username = 'asha') {
      upstream.next({ is: 'answer', body: opened(token, username) });
      return jarOf(await call('accounts/login', { ...loginData, username }));
    },
    async stop() {
      await site.close();
      await upstream.stop();
    },
  };
}
