import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refreshSession, session } from '../../../../client/stores/session.ts';
import { presenceScript } from '../../../../shared/presence-script.ts';

const ravi = { username: 'ravi', avatarImage: 'avatar-03', currencyCode: 'INR', totalBalance: 125_000 };

let cookie: string;
let isMarked: boolean;
let fetched = 0;
const dataset: Record<string, string> = {};

beforeEach(() => {
  cookie = '';
  isMarked = false;
  fetched = 0;
  delete dataset['player'];
  session.setState({ player: null });
  vi.stubGlobal('document', {
    get cookie() {
      return cookie;
    },
    documentElement: {
      dataset,
      toggleAttribute(_name: string, on: boolean) {
        isMarked = on;
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Sets the answer to GET /api/session.
 * @param then the value of `document.cookie` after the answer
 */
function answer(body: unknown, status = 200, then?: string): void {
  vi.stubGlobal('fetch', async () => {
    fetched++;
    if (then !== undefined) cookie = then;
    return new Response(JSON.stringify(body), { status });
  });
}

it('refreshSession sends no request for a visitor', async () => {
  answer({ player: ravi });
  cookie = 'lang=hi; not_auth_user=1';
  await refreshSession();
  expect(fetched).toBe(0);
  expect(session.getState().player).toBeNull();
  expect(isMarked).toBe(false);
});

it('refreshSession requests and stores the player if the presence cookie is set', async () => {
  answer({ player: ravi });
  cookie = 'lang=hi; auth_user=1';
  await refreshSession();
  expect(session.getState().player).toEqual(ravi);
  expect(isMarked).toBe(true);
});

it('refreshSession removes the player after the presence cookie is deleted', async () => {
  session.setState({ player: ravi });
  answer({ player: ravi });
  await refreshSession();
  expect(session.getState().player).toBeNull();
  expect(fetched).toBe(0);
});

it('refreshSession shows the visitor menu after the session has ended on the server', async () => {
  cookie = 'auth_user=1';
  session.setState({ player: ravi });
  answer({ player: null }, 200, '');
  await refreshSession();
  expect(session.getState().player).toBeNull();
  expect(isMarked).toBe(false);
});

it('refreshSession keeps the last known player while the server is overloaded', async () => {
  cookie = 'auth_user=1';
  session.setState({ player: ravi });
  answer({ success: false, firstCode: '15429' }, 429);
  await refreshSession();
  expect(session.getState().player).toEqual(ravi);
});

it('refreshSession ignores the answer to an outdated request', async () => {
  cookie = 'auth_user=1';
  const first = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => first.promise);
  const late = refreshSession();
  answer({ player: { ...ravi, username: 'asha' } });
  await refreshSession();
  first.resolve(new Response(JSON.stringify({ player: ravi })));
  await late;
  expect(session.getState().player?.username).toBe('asha');
});

it.each([
  ['', undefined],
  ['lang=hi', undefined],
  ['xauth_user=1', undefined],
  ['auth_user=', undefined],
  ['auth_user=1', ''],
  ['lang=hi; auth_user=1; campaigncode=x', ''],
])('the presence script marks the root element only if the presence cookie is set: "%s"', (cookies, mark) => {
  cookie = cookies;
  runInNewContext(presenceScript, { document });
  expect(dataset['player']).toBe(mark);
});
