import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerFailures } from '../../../platform/http/failures.ts';
import { authHeaders, envelope, startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const NOW = new Date('2026-11-18T12:02:00Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());

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

describe('validation of calls', () => {
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
      'a draw number beyond 32 bits',
      { action: 'result', showAllResult: true, ...range, lastestGameId: 'jaldi', drawNumber: 2 ** 40 },
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
  ])('returns 400 and 10400 with the name of the invalid field: %s', async (_, data, field) => {
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
  ])('returns a 4xx status and 10400 for an invalid body: %s', async (_, body, headers, status) => {
    const answer = await send('/api/v1/result', body, headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, firstCode: '10400' });
  });

  it('returns 400 and 10400 for a value that PostgreSQL rejects', async () => {
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

  it('reveals no internal details if the database is closed', async () => {
    const { deps } = platform;
    const broken = await startPlatform({ beside: platform, now: NOW, catalogue: deps.catalogue });
    await broken.deps.database.close();
    const { status, body } = await broken.call('upcomingDraw', { action: 'upcomingDraw' });
    expect([status, body]).toEqual([503, { success: false, firstCode: '15500' }]);
    await broken.app.close();
    await broken.deps.hub.stop();
  });
});

describe('health check of the platform', () => {
  it('requires no keys', async () => {
    expect((await fetch(`${platform.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${platform.url}/readyz`)).json()).toEqual({ status: 'ready' });
  });
});
