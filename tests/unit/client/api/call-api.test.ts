import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi, endingCalls, sessionCalls } from '../../../../client/api/call-api.ts';
import type { Call, SessionEffect } from '../../../../shared/contract/call.ts';
import { calls } from '../../../../shared/contract/calls.ts';

let announced: string[];
let requests: { url: string; body: string }[];

interface Browser {
  onLine?: boolean;
  /** The cookies that scripts can read. */
  presence?: string;
  answer: () => Promise<Response>;
}

/** Replaces functions of the browser. `fetch` returns `answer`, and `dispatchEvent` records the events. */
function browser({ onLine = true, presence = 'auth_user=1', answer }: Browser): void {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('document', { cookie: presence });
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => announced.push(type));
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    requests.push({ url, body });
    return answer();
  });
}

const says = (body: unknown, status = 200) => ({
  answer: async () => new Response(JSON.stringify(body), { status }),
});
const refuses = (firstCode: string, data?: unknown, status = 200) =>
  says({ success: false, firstCode, ...(data ? { data } : {}) }, status);

beforeEach(() => {
  announced = [];
  requests = [];
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Returns the names of the calls with one of these effects on the session. The names do not include `authenticate`, the
 * login call of API clients, because browsers never send this call.
 */
const callsThat = (...effects: SessionEffect[]): Set<string> => {
  const all: [string, Call][] = Object.entries(calls);
  const withEffect = all.filter(([, { session }]) => session !== undefined && effects.includes(session));
  return new Set(withEffect.map(([name]) => name).filter((name) => name !== 'authenticate'));
};

describe('callApi', () => {
  it('agrees with the contract on the calls that open or end a session', () => {
    expect(endingCalls).toEqual(callsThat('closes', 'ends'));
    expect(sessionCalls).toEqual(callsThat('opens', 'closes', 'ends'));
  });

  it('posts the data of a call and returns the data of the answer', async () => {
    browser(says({ success: true, firstCode: '10000', data: { totalBalance: 5 } }));
    expect(await callApi('cashier/getWalletDetails', {})).toEqual({ kind: 'ok', data: { totalBalance: 5 } });
    expect(requests).toEqual([{ url: '/api/cashier/getWalletDetails', body: '{"data":{}}' }]);
    expect(announced).toEqual([]);
  });

  it.each([
    ['accounts/login', () => callApi('accounts/login', { type: 2, username: 'ravi', password: 'right' })],
    ['accounts/logout', () => callApi('accounts/logout', {})],
  ])('announces a session change after %s', async (_name, call) => {
    browser(says({ success: true, firstCode: '10000', data: {} }));
    await call();
    expect(announced).toEqual(['session-updated']);
  });

  it('announces no session change after a rejected login', async () => {
    browser(refuses('15111'));
    expect(await callApi('accounts/login', { type: 2, username: 'ravi', password: 'wrong' })).toEqual({
      kind: 'refused',
      firstCode: '15111',
    });
    expect(announced).toEqual([]);
  });

  it('returns the invalid fields that a 10400 answer lists', async () => {
    browser(refuses('10400', { fields: { username: 'enter_an_username' } }, 400));
    expect(await callApi('accounts/logout', {})).toEqual({
      kind: 'wrong-fields',
      fields: { username: 'enter_an_username' },
    });
  });

  it('announces an expired session for code 15107', async () => {
    browser({ ...refuses('15107', undefined, 401), presence: '' });
    expect(await callApi('accounts/logout', {})).toEqual({ kind: 'session-expired' });
    expect(announced).toEqual(['session-expired']);
  });

  it('announces a changed player for code 15107 if a login has replaced the session', async () => {
    browser(refuses('15107', undefined, 401));
    expect(await callApi('accounts/logout', {})).toEqual({ kind: 'session-expired' });
    expect(announced).toEqual(['player-changed']);
  });

  it('announces a technical issue for code 15500', async () => {
    browser(refuses('15500', undefined, 503));
    expect(await callApi('accounts/logout', {})).toEqual({ kind: 'technical' });
    expect(announced).toEqual(['technical-issue']);
  });

  it.each([
    { kind: 'technical', ...refuses('15500', undefined, 503) },
    { kind: 'offline', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  ])(
    'announces a session change if a logout deletes the cookies, although its result is $kind',
    async ({ kind, answer }) => {
      browser({ answer, presence: '' });
      expect(await callApi('accounts/logout', {})).toEqual({ kind });
      expect(announced).toEqual(['session-updated']);
    },
  );

  it.each([
    { success: false, firstCode: '15429', data: 'text' },
    { success: false, firstCode: '10400', data: 5 },
    { success: true, firstCode: '10000', data: 'text' },
    { success: true, firstCode: '10000' },
    { success: false },
    {},
    [],
    'text',
    true,
  ])('returns a technical failure for the malformed answer %j', async (answer) => {
    browser(says(answer));
    expect(await callApi('accounts/logout', {})).toEqual({ kind: 'technical' });
    expect(announced).toEqual(['technical-issue']);
  });

  it('sends no request and announces a network failure while the browser is offline', async () => {
    browser({ onLine: false, ...says({ success: true }) });
    expect(await callApi('accounts/logout', {})).toEqual({ kind: 'offline' });
    expect(requests).toEqual([]);
    expect(announced).toEqual(['network-failed']);
  });

  it.each([
    { what: 'the request fails', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
    { what: 'the answer is not JSON', answer: async () => new Response('<h1>Bad gateway</h1>') },
  ])('announces a network failure when $what', async ({ answer }) => {
    browser({ answer });
    expect(await callApi('accounts/logout', {})).toEqual({ kind: 'offline' });
    expect(announced).toEqual(['network-failed']);
  });
});
