import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileCalls } from '../../../shared/contract/profile.ts';
import { type Answer, ask } from '../../helpers/http.ts';
import {
  cookieHeader,
  type RecordedSite,
  startRecordedSite,
  tokenOf,
} from '../../helpers/recording-platform.ts';

const { response: example } = profileCalls['accounts/getUserProfile'].example;
const profile = { ...example, firstName: 'Asha', street: '</script><script>alert(1)</script>' };
const ok = (data: unknown) => ({ is: 'answer', body: { success: true, firstCode: '10000', data } }) as const;
const no = (firstCode: string, status = 200) =>
  ({ is: 'answer', status, body: { success: false, firstCode } }) as const;

let recorded: RecordedSite;
let jar: Record<string, string>;
beforeAll(async () => {
  recorded = await startRecordedSite();
  jar = await recorded.login();
  recorded.upstream.answerApart('/api/v1/limits/get');
});
beforeEach(() => {
  recorded.upstream.received.length = 0;
});
afterAll(() => recorded?.stop());

const open = (address: string, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(recorded.site.origin, address, { headers: { cookie: cookieHeader(jar), ...headers } });

/** Starts a request and resolves with the response as soon as its headers have arrived. */
const begin = (address: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options = { headers: { cookie: cookieHeader(jar) }, agent: false };
    httpGet(recorded.site.origin + address, options, resolve).on('error', reject);
  });

describe('/my-accounts for a visitor', () => {
  it.each([
    ['/my-accounts', '/login?to=%2Fmy-accounts'],
    ['/hi/my-accounts', '/hi/login?to=%2Fhi%2Fmy-accounts'],
    ['/my-accounts?to=//evil.example&whole=1', '/login?to=%2Fmy-accounts'],
    [`/my-accounts?to=${'x'.repeat(3000)}`, '/login?to=%2Fmy-accounts'],
  ])(
    'redirects %s to the login page, with only the known parameters in the return address',
    async (address, location) => {
      const { status, headers, bytes } = await ask(recorded.site.origin, address);
      expect([status, headers.location, bytes.length]).toEqual([303, location, 0]);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers).not.toHaveProperty('set-cookie');
      expect(recorded.upstream.received).toEqual([]);
    },
  );

  it('clears session cookies that cannot be decrypted', async () => {
    const headers = { cookie: 'session=v1.broken; auth_user=1' };
    const answer = await ask(recorded.site.origin, '/my-accounts', { headers });
    expect(answer.status).toBe(303);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=;.*Max-Age=0/),
      expect.stringMatching(/^auth_user=;.*Max-Age=0/),
    ]);
  });
});

describe('/my-accounts for a player', () => {
  it('sends the page with a loading message before the platform responds', async () => {
    recorded.upstream.next({ is: 'hang' });
    const response = await begin('/my-accounts');
    response.setEncoding('utf8');
    let text = '';
    for await (const piece of response) {
      text += String(piece);
      if (text.includes('</footer>')) break;
    }
    expect(response.statusCode).toBe(200);
    expect(text).toContain('The page is being loaded.');
    expect(text).not.toContain('asha42');
    response.destroy();

    recorded.upstream.next(ok(profile));
    const { text: whole } = await open('/my-accounts');
    expect(whole.indexOf('The page is being loaded.')).toBeLessThan(whole.indexOf('asha42'));
    expect(whole).toMatch(/<\/body><\/html>$/);
  });

  it('shows an error message in the page if the app cannot be rendered', async () => {
    const { client } = recorded.site.deps;
    const broken = vi.spyOn(client, 'createAccountApp').mockRejectedValue(new Error('a bug'));
    const streamed = await open('/hi/my-accounts');
    const whole = await open('/my-accounts?whole=1');
    broken.mockRestore();
    expect(streamed.status).toBe(200);
    expect(streamed.text).toMatch(
      /<div class="account-none" role="alert"><h2>\p{L}.*<a [^>]*href="\/hi\/my-accounts"/u,
    );
    expect(streamed.text).toMatch(/<\/footer>.*<\/body><\/html>$/s);
    expect(whole.status).toBe(503);
    expect(recorded.site.logged()).toContain('private page could not be rendered');
  });

  it('shows every field in the language of the page', async () => {
    recorded.upstream.next(ok(profile));
    const { text, headers } = await open('/hi/my-accounts?whole=1');
    for (const shown of [
      'asha42',
      'asha42@mail.example',
      '+919876543210',
      'Asha',
      'पुष्टि हो चुकी है',
      'भारतीय रुपया',
    ])
      expect(text).toContain(shown);
    expect(text + JSON.stringify(headers)).not.toContain(tokenOf('t'));
    const [call] = recorded.upstream.received;
    expect([call?.url, call?.headers.authorization]).toEqual([
      '/api/v1/accounts/getUserProfile',
      `Bearer ${tokenOf('t')}`,
    ]);
  });

  it('is not cacheable and has a new script nonce in each response', async () => {
    const nonces = new Set<string>();
    for (const _ of [1, 2]) {
      recorded.upstream.next(ok(profile));
      const { headers, text } = await open('/my-accounts');
      expect(headers['cache-control']).toBe('private, no-store');
      for (const name of ['etag', 'cache-tag', 'cdn-cache-control', 'cache-status'])
        expect(headers).not.toHaveProperty(name);
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
      nonces.add(nonce);
      const inline = [...text.matchAll(/<script(?![^>]*(?:src=|application\/json))([^>]*)>/g)].map(
        ([, attributes]) => attributes,
      );
      // Only the presence script has no nonce. Every page contains this script, so the content security policy allows
      // it by a hash.
      expect(inline.filter((attributes) => !attributes?.includes(`nonce="${nonce}"`))).toEqual(['']);
      expect(text).not.toContain('<script>alert');
    }
    expect(nonces.size).toBe(2);
  });

  it('redirects browsers without JavaScript to an unstreamed version', async () => {
    recorded.upstream.next(ok(profile));
    const streamed = await open('/my-accounts');
    expect(streamed.text).toMatch(
      /<noscript><meta http-equiv="refresh" content="0; url=\/my-accounts\?whole=1"\/?><\/noscript>/,
    );
    recorded.upstream.next(ok(profile));
    const { text } = await open('/my-accounts?whole=1');
    expect(text).not.toContain('http-equiv="refresh"');
    const content = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect(content).not.toContain('The page is being loaded.');
    expect(content).toContain('asha42@mail.example');
  });

  it('is sent to a crawler as one complete document', async () => {
    recorded.upstream.next(ok(profile));
    const { text } = await open('/my-accounts', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).toContain('asha42@mail.example');
  });

  it('compresses the streamed page with Brotli', async () => {
    recorded.upstream.next(ok(profile));
    const { headers, text } = await open('/my-accounts', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(text).toContain('asha42');
  });

  it('links to the login page if the session has ended', async () => {
    recorded.upstream.next(no('15107', 401));
    const late = await open('/my-accounts');
    expect(late.text).toContain('Your session has expired');
    expect(late.text).toContain('href="/login?to=%2Fmy-accounts"');
    recorded.upstream.next(no('15107', 401));
    const whole = await open('/my-accounts?whole=1');
    expect(whole.text).toContain('Your session has expired');
    expect(whole.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=;.*Max-Age=0/),
      expect.stringMatching(/^auth_user=;.*Max-Age=0/),
    ]);
  });

  it('offers a retry if the platform fails', async () => {
    recorded.upstream.next({ is: 'answer', status: 500, body: 'broken' });
    const { status, text } = await open('/my-accounts?whole=1');
    expect(status).toBe(200);
    expect(text).toContain('This page cannot be shown now');
    expect(text).toContain('href="/my-accounts"');
  });

  it('cancels the platform call when the client disconnects', async () => {
    recorded.upstream.next({ is: 'hang' });
    const response = await begin('/my-accounts');
    await expect.poll(() => recorded.upstream.received.length).toBe(1);
    response.destroy();
    const aborted = /upstream_seconds_count\{[^}]*call="accounts\/getUserProfile",outcome="aborted"\} (\d+)/;
    await expect
      .poll(async () => aborted.exec((await ask(recorded.site.opsOrigin, '/metrics')).text)?.[1])
      .toBeDefined();
  });

  it('answers HEAD without a platform call', async () => {
    const headers = { cookie: cookieHeader(jar) };
    const answer = await ask(recorded.site.origin, '/my-accounts', { method: 'HEAD', headers });
    expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(recorded.upstream.received).toEqual([]);
  });
});
