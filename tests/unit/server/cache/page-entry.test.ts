import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPageEntry, matchesEtag } from '../../../../server/cache/page-entry.ts';

const headers = ['Content-Type', 'text/html; charset=utf-8'];
const entryOf = (text: string) => createPageEntry({ status: 200, headers, body: Buffer.from(text) });

function named(raw: readonly string[]): Record<string, string> {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? '']] : []));
  return Object.fromEntries(pairs);
}

describe('a page entry', () => {
  it('has a distinct strong entity tag for each content coding', async () => {
    const text = '<p>₹11 जल्दी</p>'.repeat(50);
    const { representations, bytes } = await entryOf(text);
    const { br, gzip, identity } = representations;
    expect(brotliDecompressSync(br.body).toString()).toBe(text);
    expect(gunzipSync(gzip.body).toString()).toBe(text);
    expect(identity.body.toString()).toBe(text);
    const etags = [br.etag, gzip.etag, identity.etag];
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]{20,}"$/);
    expect(bytes).toBe(br.body.length + gzip.body.length + identity.body.length);
  });

  it('keeps no memory except the bytes of its bodies', async () => {
    // Buffer.from allocates a short text from a shared pool, so a cached body would keep the whole pool in memory.
    const { br, gzip, identity } = (await entryOf('<p>short</p>')).representations;
    for (const { body } of [br, gzip, identity]) expect(body.buffer.byteLength).toBe(body.length);
  });

  it('has a Content-Encoding header for each compressed body', async () => {
    const { br, identity } = (await entryOf('<p>small</p>')).representations;
    expect(named(br.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': String(br.body.length),
      etag: br.etag,
      vary: 'Accept-Encoding',
    });
    expect(named(identity.headers)).not.toHaveProperty('content-encoding');
    expect(named(identity.headers)).toHaveProperty('vary');
  });

  it('shares an entity tag with another entry only if their bytes are equal', async () => {
    const [one, same, other] = await Promise.all([entryOf('a'), entryOf('a'), entryOf('b')]);
    expect(one.representations.br.etag).toBe(same.representations.br.etag);
    expect(one.representations.br.etag).not.toBe(other.representations.br.etag);
  });

  it('reuses the compressed bytes of the previous entry if the content is equal', async () => {
    const before = await entryOf('as before');
    const [again, other] = await Promise.all([
      createPageEntry({ status: 200, headers: ['X-Second', '1'], body: Buffer.from('as before') }, before),
      createPageEntry({ status: 200, headers, body: Buffer.from('not as before') }, before),
    ]);
    expect(again.representations.br.body).toBe(before.representations.br.body);
    expect(again.representations.gzip.body).toBe(before.representations.gzip.body);
    expect(again.bytes).toBe(before.bytes);
    expect(named(again.representations.br.headers)).toMatchObject({ 'x-second': '1' });
    expect(named(again.representations.br.headers)).not.toHaveProperty('content-type');
    expect(brotliDecompressSync(other.representations.br.body).toString()).toBe('not as before');
    expect(gunzipSync(other.representations.gzip.body).toString()).toBe('not as before');
  });

  it('is not compressed if the body is empty', async () => {
    const entry = await createPageEntry({
      status: 301,
      headers: ['Location', '/results'],
      body: Buffer.alloc(0),
    });
    expect(named(entry.representations.br.headers)).toMatchObject({
      location: '/results',
      'content-length': '0',
    });
    expect(named(entry.representations.br.headers)).not.toHaveProperty('content-encoding');
  });

  it.each([301, 302, 404, 422])('has no entity tag for status %i', async (status) => {
    const entry = await createPageEntry({ status, headers, body: Buffer.from('no') });
    for (const { headers: sent } of Object.values(entry.representations))
      expect(named(sent)).not.toHaveProperty('etag');
  });
});

describe('If-None-Match', () => {
  it.each([
    ['"abc-br"', true],
    ['W/"abc-br"', true],
    ['*', true],
    [' * ', true],
    ['"x", W/"abc-br", "y"', true],
    ['"x","abc-br"', true],
    ['"abc"', false],
    ['abc-br', false],
    ['"xabc-br"', false],
    ['"abc-gz", "abc"', false],
    ['', false],
    [undefined, false],
  ])('with the value %j matches the entity tag "abc-br": %s', (header, expected) => {
    expect(matchesEtag(header, '"abc-br"')).toBe(expected);
  });
});
