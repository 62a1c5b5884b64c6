import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerFailures } from '../../../platform/http/failures.ts';
import { authHeaders, startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const NOW = new Date('2026-11-18T12:02:00Z');
let platform: TestPlatform;
let signed: TestPlatform;

beforeAll(async () => {
  const catalogue = gamesOf('jaldi');
  platform = await startPlatform({ now: NOW, catalogue });
  signed = await startPlatform({ now: NOW, catalogue, config: { signing: 'hmac' } });
});
afterAll(async () => {
  await platform?.stop();
  await signed?.stop();
});

const envelope = { ucid: testKeys.ucid, channel: 2, device_type: 'DESKTOP', app_type: 'WEB' };
const range = { resultFrom: '2026-11-18', resultTo: '2026-11-18' };
const send = async (
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  origin = platform.url,
) => {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authHeaders, ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
};

describe('authentication of the caller', () => {
  it.each([
    ['no key', { 'x-api-key': '' }],
    ['a wrong key', { 'x-api-key': `${testKeys.apiKey}x` }],
    ['a wrong hash', { 'x-hash': 'wrong' }],
  ])('returns 401 and 15101 for %s, for calls, events and content', async (_, headers) => {
    const wanted = { success: false, firstCode: '15101' };
    const call = await platform.call('gameList', {}, { headers });
    expect(call).toEqual({ status: 401, body: wanted });
    for (const path of ['/api/v1/events', '/cms/content/en/faq.json', '/api/v1/nothing']) {
      const response = await fetch(`${platform.url}${path}`, { headers: { ...authHeaders, ...headers } });
      expect([response.status, await response.json()]).toEqual([401, wanted]);
    }
  });

  it('returns 10400 for another customer code', async () => {
    const { status, body } = await platform.call('gameList', {}, { envelope: { ucid: 'somebody_else' } });
    expect([status, body]).toEqual([
      400,
      { success: false, firstCode: '10400', data: { fields: { ucid: 'field.wrong' } } },
    ]);
  });
});

const sentAt = (ms: number) => String(NOW.getTime() + ms);

describe('a signed call', () => {
  const body = JSON.stringify({ ...envelope, data: {} });
  const path = '/api/v1/gameList';
  const sign = (timestamp: string, text = body, key: string = testKeys.hash) =>
    createHmac('sha256', key).update(`${timestamp}\n${path}\n${text}`).digest('hex');

  it('is accepted with a timestamp in milliseconds or seconds', async () => {
    for (const timestamp of [sentAt(-4 * 60_000), String(NOW.getTime() / 1000)]) {
      const headers = { 'x-timestamp': timestamp, 'x-signature': sign(timestamp) };
      expect((await send(path, body, headers, signed.url)).status).toBe(200);
    }
  });

  it.each([
    ['without a signature', {}],
    [
      'with the signature of another body',
      { 'x-timestamp': sentAt(0), 'x-signature': sign(sentAt(0), `${body} `) },
    ],
    ['signed with another key', { 'x-timestamp': sentAt(0), 'x-signature': sign(sentAt(0), body, 'x') }],
    ['more than 5 minutes old', { 'x-timestamp': sentAt(-301_000), 'x-signature': sign(sentAt(-301_000)) }],
    ['with a future timestamp', { 'x-timestamp': sentAt(301_000), 'x-signature': sign(sentAt(301_000)) }],
    ['with an invalid timestamp', { 'x-timestamp': 'now', 'x-signature': sign('now') }],
  ])('is rejected %s', async (_, headers) => {
    const { status, text } = await send(path, body, headers, signed.url);
    expect([status, JSON.parse(text)]).toEqual([401, { success: false, firstCode: '15101' }]);
  });
});

describe('an invalid call', () => {
  it('returns 404 and 10404 if the call does not exist', async () => {
    for (const name of ['nothing', 'constructor', '__proto__', 'result/', 'draws', '%2e%2e/healthz']) {
      const { status, text } = await send(`/api/v1/${name}`, JSON.stringify({ ...envelope, data: {} }));
      expect([name, status, JSON.parse(text)]).toEqual([name, 404, { success: false, firstCode: '10404' }]);
    }
  });

  it.each<[string, unknown, string]>([
    [
      'an invalid date',
      { action: 'result', showAllResult: true, ...range, resultFrom: '2026-02-30' },
      'resultFrom',
    ],
    [
      'a date with a time',
      { action: 'result', showAllResult: true, ...range, resultTo: '2026-11-18T00:00' },
      'resultTo',
    ],
    [
      'dates in the wrong order',
      { action: 'result', showAllResult: true, resultFrom: '2026-11-18', resultTo: '2026-11-17' },
      'resultTo',
    ],
    [
      'an unknown game',
      { action: 'result', showAllResult: true, ...range, lastestGameId: 'poker' },
      'lastestGameId',
    ],
    [
      'SQL in place of a game',
      { action: 'result', showAllResult: true, ...range, lastestGameId: "x' or 1=1--" },
      'lastestGameId',
    ],
    [
      'a draw number without a game',
      { action: 'result', showAllResult: true, ...range, drawNumber: 3 },
      'lastestGameId',
    ],
    [
      'a negative draw number',
      { action: 'result', showAllResult: true, ...range, lastestGameId: 'jaldi', drawNumber: -1 },
      'drawNumber',
    ],
    [
      'a forged cursor',
      { action: 'result', showAllResult: true, ...range, lastestGameId: 'jaldi', cursor: 'AAAA' },
      'cursor',
    ],
    [
      'a cursor without a game',
      { action: 'result', showAllResult: true, ...range, cursor: 'YmVmb3JlIDM' },
      'cursor',
    ],
    ['an unknown field', { action: 'result', showAllResult: true, ...range, admin: true }, 'admin'],
    ['no data', undefined, 'data'],
    ['a list in place of the data', [], 'data'],
  ])('returns 400 and 10400 with the name of the field: %s', async (_, data, field) => {
    const { status, text } = await send('/api/v1/result', JSON.stringify({ ...envelope, data }));
    const body: unknown = JSON.parse(text);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      firstCode: '10400',
      data: { fields: { [field]: expect.any(String) } },
    });
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number]>([
    ['invalid JSON', '{', {}, 400],
    ['zero bytes', '', {}, 400],
    ['bytes that are not text', new Uint8Array([0xff, 0xfe, 0x00]), {}, 400],
    ['an object with a poisoned prototype', '{"__proto__":{"ucid":"x"},"data":{}}', {}, 400],
    ['more than 64 kB', JSON.stringify({ ...envelope, data: 'x'.repeat(70_000) }), {}, 413],
    ['a form', 'data=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['endlessly nested lists', '['.repeat(20_000), {}, 400],
  ])('returns a 4xx with a code for a body of %s', async (_, body, headers, status) => {
    const answer = await send('/api/v1/result', body, headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, firstCode: '10400' });
  });

  it('returns 400 and 10400 for a value that PostgreSQL rejects, and logs the statement as an error', async () => {
    const { db } = platform.deps.database;
    const lines: string[] = [];
    const app = fastify({
      logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } },
    });
    registerFailures(app);
    app.post('/text', async () => db.execute(sql`select ${'a\u0000b'}::text`));
    app.post('/number', async () => db.execute(sql`select ${'9999999999'}::integer`));
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    for (const path of ['/text', '/number']) {
      const { status, text } = await send(path, '{}', {}, origin);
      expect([status, JSON.parse(text)]).toEqual([
        400,
        { success: false, firstCode: '10400', data: { fields: { data: 'field.wrong' } } },
      ]);
    }
    expect(lines).toHaveLength(2);
    await app.close();
  });

  it('returns no internal details', async () => {
    const { deps } = platform;
    const broken = await startPlatform({ beside: platform, now: NOW, catalogue: deps.catalogue });
    await broken.deps.database.close();
    const { status, body } = await broken.call('upcomingDraw', { action: 'upcomingDraw' });
    expect([status, body]).toEqual([503, { success: false, firstCode: '15500' }]);
    await broken.app.close();
    await broken.deps.hub.stop();
  });
});

describe('the health check', () => {
  it('needs no keys', async () => {
    expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${platform.url}/readyz`)).json()).toEqual({ status: 'ready' });
  });
});
