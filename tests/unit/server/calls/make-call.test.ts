import { beforeEach, describe, expect, it } from 'vitest';
import { createDataCache } from '../../../../server/cache/data-cache.ts';
import { createReads } from '../../../../server/cache/reads.ts';
import { createTagRegistry } from '../../../../server/cache/tags.ts';
import { createCallRates } from '../../../../server/calls/call-rates.ts';
import { deviceOf } from '../../../../server/calls/device.ts';
import { type Caller, type Calls, createCalls } from '../../../../server/calls/make-call.ts';
import { readSiteConfig } from '../../../../server/config/site-config.ts';
import { createCallReads } from '../../../../server/reads/call-reads.ts';
import type { Session } from '../../../../server/session/sealer.ts';
import { createSessionCookies } from '../../../../server/session/session-cookies.ts';
import type { PlatformClient } from '../../../../server/upstream/platform-client.ts';
import { createSendCall } from '../../../../server/upstream/send-call.ts';
import type { UpstreamRequest } from '../../../../server/upstream/transport.ts';
import { UpstreamError } from '../../../../server/upstream/upstream-error.ts';
import type { Answer } from '../../../../shared/contract/envelope.ts';
import { createRecordingLog, type LogLine } from '../../../helpers/recording-log.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const config = readSiteConfig('config');
const token = 't'.repeat(43);
const session: Session = {
  token,
  username: 'asha',
  avatarImage: '/avatars/one.svg',
  currencyCode: 'INR',
  openedAtMs: now,
};
const userData = {
  authToken: token,
  username: 'asha',
  currencyCode: 'INR',
  totalbalance: 125_000,
  useremail: 'asha@example.com',
  avatarImage: '/avatars/one.svg',
};
const opened = { userData, depositPopupShow: false, minimumWalletAmount: 10_000, notificationCount: 2 };
const credentials = { type: 2, username: 'asha', password: 'Correct-Horse-9' };
const identity = { ucid: 'u', apiKey: 'k', hash: 'h', signing: 'static' } as const;

/** The body of the platform's next answer, or the error with which the next request fails. */
let next: unknown;
let sent: UpstreamRequest[];
let rateLimited: number;
let lines: LogLine[];
let calls: Calls;

const ok = (data: unknown) => ({ success: true, firstCode: '10000', data });
const failed = (firstCode: string) => ({ success: false, firstCode });
const caller = (changes: Partial<Caller> = {}): Caller => ({
  session: null,
  address: '203.0.113.7',
  device: deviceOf({}),
  signal: new AbortController().signal,
  ...changes,
});
const dataOf = <T>(answer: Answer<T>): T | undefined => (answer.success ? answer.data : undefined);

const unknownDraw: PlatformClient['call'] = async (name) => {
  throw new UpstreamError('platform', 'business', name, { code: '10710' });
};

beforeEach(async () => {
  next = ok({});
  sent = [];
  rateLimited = 0;
  const recording = createRecordingLog();
  ({ lines } = recording);
  const { log } = recording;
  const { timeZone } = config.boot;
  // Session cookies need the parser of @fastify/cookie. The parser is loaded when the plugin is registered.
  const { default: fastify } = await import('fastify');
  const { default: cookie } = await import('@fastify/cookie');
  await fastify().register(cookie, { hook: false });
  const send = async (request: UpstreamRequest) => {
    sent.push(request);
    if (next instanceof Error) throw next;
    return { status: 200, headers: {}, body: next };
  };
  const dataCache = createDataCache({ maxBytes: 1_000_000, tags: createTagRegistry(), log, timeZone });
  calls = createCalls({
    callRates: createCallRates(() => {
      const counts = new Map<string, number>();
      const take = async (key: string) => {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return (counts.get(key) ?? 0) > 2 ? 7 : 0;
      };
      return { take, takeNamed: take };
    }, 100),
    sendCall: createSendCall({ send }, identity),
    sendVisitorsCall: createSendCall({ send }, identity),
    callReads: createCallReads({
      platform: { call: unknownDraw },
      visitors: { call: unknownDraw },
      timeZone,
      nowMs: () => now,
    }),
    createReads: (signal) => createReads(dataCache, () => now, { signal }),
    sessions: createSessionCookies({ secrets: ['s'.repeat(32)], siteUrl: null, nowMs: () => now }),
    config,
    onRateLimited: () => {
      rateLimited++;
    },
    log,
    nowMs: () => now,
  });
});

describe('makeCall', () => {
  it('answers 15429 without sending the call if an address exceeds the rate limit', async () => {
    const email = { email_address: 'a@b.co' };
    for (let count = 0; count < 2; count++)
      expect((await calls.makeCall('accounts/validateEmail', email, caller())).answer.success).toBe(true);
    expect(await calls.makeCall('accounts/validateEmail', email, caller())).toEqual({
      answer: failed('15429'),
      cookies: [],
      retryAfterSeconds: 7,
    });
    expect(sent).toHaveLength(2);
    expect(rateLimited).toBe(1);
  });

  it('counts the calls of a player towards one rate limit, even if they come from several addresses', async () => {
    const codes: string[] = [];
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      const each = caller({ session: { ...session }, address });
      codes.push((await calls.makeCall('accounts/logout', {}, each)).answer.firstCode);
    }
    expect(codes).toEqual(['10000', '10000', '15429']);
  });

  it('answers 15107 without sending the call if a visitor makes a call that requires a login', async () => {
    const { answer, cookies } = await calls.makeCall('accounts/updateAvatar', { wrong: 1 }, caller());
    expect(answer).toEqual(failed('15107'));
    expect(cookies).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  it('answers 10400 without sending the call if fields are invalid', async () => {
    const { answer, cookies } = await calls.makeCall('accounts/login', { type: 2, username: '7' }, caller());
    expect(answer).toMatchObject({ firstCode: '10400', data: { fields: { password: expect.any(String) } } });
    expect(cookies).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('sends the caller’s token, address and device', async () => {
    const device = deviceOf({ 'sec-ch-ua-mobile': '?1' });
    await calls.makeCall('accounts/logout', {}, caller({ session, device }));
    expect(sent[0]?.headers()).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-player-address': '203.0.113.7',
      'x-api-key': 'k',
    });
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      ucid: 'u',
      channel: 1,
      device_type: 'MOBILE',
      app_type: 'WEB',
      data: {},
    });
  });

  it('moves the token of a new session from the answer into a sealed cookie', async () => {
    next = ok(opened);
    const { answer, cookies } = await calls.makeCall('accounts/login', credentials, caller());
    expect(dataOf(answer)?.userData).not.toHaveProperty('authToken');
    expect(cookies).toEqual([
      expect.stringMatching(/^session=v1\./),
      expect.stringMatching(/^auth_user=1/),
      expect.stringMatching(/^campaigncode=;/),
    ]);
    expect(JSON.stringify({ answer, cookies })).not.toContain(token);
  });

  it('answers 15500 if the platform opens a session without a token', async () => {
    const { authToken: _token, ...rest } = userData;
    next = ok({ ...opened, userData: rest });
    expect(await calls.makeCall('accounts/login', credentials, caller())).toEqual({
      answer: failed('15500'),
      cookies: [],
    });
  });

  it.each(['15107', '15114'])('clears the cookies when the platform answers %s', async (code) => {
    next = failed(code);
    const { answer, cookies } = await calls.makeCall('accounts/autoLogin', {}, caller({ session }));
    expect(answer).toEqual(failed(code));
    expect(cookies).toEqual([expect.stringContaining('Max-Age=0'), expect.stringContaining('Max-Age=0')]);
  });

  it('keeps the cookies when the platform rejects a login with 15114', async () => {
    next = failed('15114');
    const { answer, cookies } = await calls.makeCall('accounts/login', credentials, caller({ session }));
    expect(answer).toEqual(failed('15114'));
    expect(cookies).toEqual([]);
  });

  it.each([
    ['accounts/updateAvatar', { avatarImage: '/avatars/two.svg' }, { avatarImage: '/avatars/two.svg' }],
    ['accounts/autoLogin', {}, { ...opened, userData: { ...userData, avatarImage: '/avatars/two.svg' } }],
  ] as const)('renews the session cookie only if %s changes the avatar', async (name, data, answered) => {
    next = ok(answered);
    expect((await calls.makeCall(name, data, caller({ session }))).cookies).toHaveLength(2);
    next = ok({ ...answered, ...opened, avatarImage: session.avatarImage });
    const same = { ...data, ...(name === 'accounts/updateAvatar' && { avatarImage: session.avatarImage }) };
    expect((await calls.makeCall(name, same, caller({ session }))).cookies).toEqual([]);
  });

  it.each([
    ['succeeds', ok({})],
    ['answers 15107', failed('15107')],
    ['is down', new UpstreamError('platform', 'refused', 'no connection')],
  ])('clears the cookies after a logout if the platform %s', async (_what, answered) => {
    next = answered;
    const { cookies } = await calls.makeCall('accounts/logout', {}, caller({ session }));
    expect(cookies).toEqual([expect.stringContaining('Max-Age=0'), expect.stringContaining('Max-Age=0')]);
  });

  it('passes the client’s abort signal to the platform request, except for a logout', async () => {
    const { signal } = new AbortController();
    await calls.makeCall('accounts/logout', {}, caller({ session, signal }));
    await calls.makeCall('accounts/getAvatarList', {}, caller({ session, signal }));
    expect(sent.map((request) => request.signal)).toEqual([undefined, signal]);
  });

  it('answers 15500 if the answer would reveal the session token to the browser', async () => {
    next = ok({ ...opened, userData: { ...userData, avatarImage: token } });
    const outcome = await calls.makeCall('accounts/autoLogin', {}, caller({ session }));
    expect(JSON.stringify(outcome)).not.toContain(token);
    expect(outcome.answer).toEqual(failed('15500'));
    expect(lines.map(({ message }) => message)).toContain('answer contains the session token; withheld');
  });

  it.each([
    ['an outage', new UpstreamError('platform', 'timeout', 'slow'), 1],
    ['an answer outside the contract', { success: true, firstCode: '10000', data: 7 }, 1],
    ['a rejected API key', failed('15101'), 1],
    ['an open circuit breaker', new UpstreamError('platform', 'breaker-open', 'resting'), 0],
    ['a client that disconnects', new UpstreamError('platform', 'aborted', 'gone'), 0],
  ])('answers 15500 after %s', async (_what, answered, logged) => {
    next = answered;
    const outcome = await calls.makeCall('accounts/login', credentials, caller());
    expect(outcome).toEqual({ answer: failed('15500'), cookies: [] });
    expect(lines).toHaveLength(logged);
  });

  it('returns a retry delay of 60 seconds when the platform itself answers 15429', async () => {
    next = failed('15429');
    const outcome = await calls.makeCall('accounts/login', credentials, caller());
    expect(outcome).toMatchObject({ answer: failed('15429'), retryAfterSeconds: 60 });
  });

  it('returns the platform’s error code if a read through the data cache is rejected', async () => {
    const { answer } = await calls.makeCall('draws/verify', { drawId: 'keno-1' }, caller({ session }));
    expect(answer).toEqual(failed('10710'));
    expect(sent).toEqual([]);
  });
});

describe('makeAdmitted', () => {
  it('makes a call without counting it against the rate limit', async () => {
    for (let count = 0; count < 5; count++)
      expect((await calls.makeAdmitted('accounts/logout', {}, caller({ session }))).answer.success).toBe(
        true,
      );
    expect(rateLimited).toBe(0);
  });
});
