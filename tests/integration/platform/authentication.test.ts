import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authHeaders, envelope, startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
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

describe('authentication of the site', () => {
  it.each([
    ['no key', { 'x-api-key': '' }],
    ['a wrong key', { 'x-api-key': `${testKeys.apiKey}x` }],
    ['a wrong hash', { 'x-hash': 'wrong' }],
  ])('rejects calls, event streams and content requests with %s', async (_, headers) => {
    const wanted = { success: false, firstCode: '15101' };
    const call = await platform.call('gameList', {}, { headers });
    expect(call).toEqual({ status: 401, body: wanted });
    for (const path of ['/api/v1/events', '/cms/content/en/faq.json', '/api/v1/nothing']) {
      const response = await fetch(`${platform.url}${path}`, { headers: { ...authHeaders, ...headers } });
      expect([response.status, await response.json()]).toEqual([401, wanted]);
    }
  });

  it('returns 10400 for an unknown customer code', async () => {
    const { status, body } = await platform.call('gameList', {}, { envelope: { ucid: 'somebody_else' } });
    expect([status, body]).toEqual([
      400,
      { success: false, firstCode: '10400', data: { fields: { ucid: 'field.wrong' } } },
    ]);
  });
});

interface Part {
  method?: string;
  path?: string;
  body?: string;
  authorization?: string;
  address?: string;
  timestamp?: string;
  nonce?: string;
  secret?: string;
  apiKey?: string;
}
const callBody = JSON.stringify({ ...envelope, data: {} });
const callPath = '/api/v1/gameList';
const sentAt = (ms: number) => String(NOW.getTime() + ms);

/** Returns the headers of a signed request. The signature is computed without the code under test. */
const signatureOf = (part: Part = {}) => {
  const { method = 'POST', path = callPath, body = callBody, authorization = '', address = '' } = part;
  const { timestamp = sentAt(0), nonce = randomUUID(), secret = testKeys.hash } = part;
  const keyId = createHash('sha256')
    .update(part.apiKey ?? testKeys.apiKey)
    .digest('hex')
    .slice(0, 16);
  const bodyDigest = createHash('sha256').update(body).digest('hex');
  const text = [keyId, timestamp, nonce, method, path, bodyDigest, authorization, address].join('\n');
  return {
    'x-key-id': keyId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': createHmac('sha256', secret).update(text).digest('hex'),
    ...(authorization === '' ? {} : { authorization }),
    ...(address === '' ? {} : { 'x-player-address': address }),
  };
};
const sendSigned = async (
  headers: Record<string, string>,
  { url } = signed,
  path = callPath,
  body = callBody,
) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
};
const refused = { status: 401, answer: { success: false, firstCode: '15101' } };

describe('signed request', () => {
  it('is accepted within a minute of its timestamp', async () => {
    const token = `Bearer ${'t'.repeat(43)}`;
    for (const part of [
      {},
      { timestamp: sentAt(-59_000) },
      { timestamp: sentAt(59_000) },
      { authorization: token, address: '203.0.113.7' },
    ])
      expect((await sendSigned(signatureOf(part))).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['without a signature', { 'x-api-key': testKeys.apiKey, 'x-hash': testKeys.hash }],
    ['with the signature of another method', signatureOf({ method: 'GET' })],
    ['with the signature of another path', signatureOf({ path: '/api/v1/winners' })],
    ['with the signature of another query', signatureOf({ path: `${callPath}?a=1` })],
    ['with the signature of another body', signatureOf({ body: `${callBody} ` })],
    [
      'with the signature of another token',
      { ...signatureOf({ authorization: 'Bearer one' }), authorization: 'Bearer another' },
    ],
    ['with a token that was added', { ...signatureOf(), authorization: 'Bearer another' }],
    [
      'with the signature of another player address',
      { ...signatureOf({ address: '203.0.113.7' }), 'x-player-address': '203.0.113.8' },
    ],
    ['with another nonce than the signed one', { ...signatureOf(), 'x-nonce': randomUUID() }],
    ['with a nonce that is no UUID', signatureOf({ nonce: 'n'.repeat(36) })],
    ['signed with another secret', signatureOf({ secret: 'x' })],
    ['signed for another API key', signatureOf({ apiKey: 'another-api-key-0123' })],
    ['with a timestamp more than a minute old', signatureOf({ timestamp: sentAt(-61_000) })],
    ['with a future timestamp', signatureOf({ timestamp: sentAt(61_000) })],
    ['with a timestamp in seconds', signatureOf({ timestamp: String(NOW.getTime() / 1000) })],
    ['with an invalid timestamp', signatureOf({ timestamp: 'now' })],
  ])('is rejected %s', async (_, headers) => {
    expect(await sendSigned(headers)).toEqual(refused);
  });

  it('is rejected when it is replayed, even at another platform on the same database', async () => {
    const other = await startPlatform({ beside: signed, now: NOW, config: { signing: 'hmac' } });
    try {
      const headers = signatureOf();
      expect((await sendSigned(headers)).status).toBe(200);
      expect(await sendSigned(headers)).toEqual(refused);
      expect(await sendSigned(headers, other)).toEqual(refused);
      const raced = signatureOf();
      const race = await Promise.all([signed, other, signed, other].map((one) => sendSigned(raced, one)));
      expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    } finally {
      await other.stop();
    }
  });

  it('can read CMS content and event streams, unlike an unsigned request', async () => {
    for (const path of ['/cms/content/en/faq.json', '/api/v1/events']) {
      const get = async (headers: Record<string, string>) => {
        const aborter = new AbortController();
        const { status } = await fetch(`${signed.url}${path}`, { headers, signal: aborter.signal });
        aborter.abort();
        return status;
      };
      const headers = signatureOf({ method: 'GET', path, body: '' });
      expect(await get(authHeaders), path).toBe(401);
      expect(await get(headers), path).toBe(200);
      expect(await get(headers), `${path} replayed`).toBe(401);
    }
  });

  it('is verified even by a platform that does not require signatures yet', async () => {
    expect((await sendSigned(signatureOf(), platform)).status).toBe(200);
    expect(await sendSigned(signatureOf({ secret: 'x' }), platform)).toEqual(refused);
  });
});

describe('API key rotation', () => {
  const fresh = { apiKey: 'the-new-api-key-0123456789', hash: 'the-new-hash-0123456789abcd' };
  let both: TestPlatform;
  beforeAll(async () => {
    both = await startPlatform({
      beside: platform,
      now: NOW,
      config: { apiKeys: [fresh.apiKey, testKeys.apiKey], hashes: [fresh.hash, testKeys.hash] },
    });
  });
  afterAll(() => both?.stop());

  it('accepts the new and the previous key, each with its hash', async () => {
    for (const { apiKey, hash } of [fresh, testKeys]) {
      const headers = { 'x-api-key': apiKey, 'x-hash': hash };
      expect((await both.call('gameList', {}, { headers })).status).toBe(200);
      expect((await sendSigned(signatureOf({ apiKey, secret: hash }), both)).status).toBe(200);
      expect((await fetch(`${both.url}/cms/content/en/faq.json`, { headers })).status).toBe(200);
    }
  });

  it('rejects the new key if its hash is wrong, or if the platform does not know the key', async () => {
    const headers = { 'x-api-key': fresh.apiKey, 'x-hash': fresh.hash };
    expect((await both.call('gameList', {}, { headers: { ...headers, 'x-hash': 'wrong' } })).status).toBe(
      401,
    );
    expect((await platform.call('gameList', {}, { headers })).status).toBe(401);
  });
});
