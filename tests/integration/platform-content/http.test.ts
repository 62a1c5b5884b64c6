import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerContent } from '../../../platform/content/routes.ts';
import { createCredentials } from '../../../platform/http/credentials.ts';
import { registerFailures } from '../../../platform/http/failures.ts';
import { ContentPage } from '../../../shared/contract/content.ts';

const keys = { 'x-api-key': 'key-of-this-test', 'x-hash': 'hash-of-this-test' };
const credentials = createCredentials({
  apiKeys: [keys['x-api-key']],
  hashes: [keys['x-hash']],
  signing: 'static',
  clock: { now: () => new Date() },
  nonces: { use: async () => true },
});

let app: FastifyInstance;
let origin = '';
beforeAll(async () => {
  app = fastify();
  registerFailures(app);
  await app.register(registerContent, { credentials });
  app.get('/elsewhere', async () => 'open');
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = keys, method = 'GET') =>
  fetch(`${origin}${path}`, { headers, method });

describe('GET /cms/content/{lang}/{name}.json', () => {
  test('returns a page that caches may store for a minute', async () => {
    const answer = await get('/cms/content/en/faq.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    const page = ContentPage.parse(await answer.json());
    expect(page.isSuccess).toBe(true);
    expect(page.cmsData.jsonData[0]?.slug).toBe('faq');
  });

  test('accepts names with hyphens', async () => {
    const page = ContentPage.parse(await (await get('/cms/content/en/blogs-odds-explained.json')).json());
    expect(page.cmsData.jsonData.map((item) => item.slug)).toEqual(['odds-explained']);
  });

  test.each([
    ['the entity tag', (etag: string) => etag],
    ['the weak form of the entity tag, which proxies create', (etag: string) => `W/${etag}`],
    ['several entity tags', (etag: string) => `"other", ${etag}`],
    ['*', () => '*'],
  ])('returns 304 without a body if If-None-Match contains %s', async (_, header) => {
    const etag = (await get('/cms/content/en/legal.json')).headers.get('etag') ?? '';
    const again = await get('/cms/content/en/legal.json', { ...keys, 'if-none-match': header(etag) });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(await again.text()).toBe('');
  });

  test('returns the full page if the entity tag is outdated', async () => {
    const answer = await get('/cms/content/en/legal.json', { ...keys, 'if-none-match': '"other"' });
    expect(answer.status).toBe(200);
  });

  test('returns the same headers for HEAD as for GET', async () => {
    const answer = await get('/cms/content/en/legal.json', keys, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe((await get('/cms/content/en/legal.json')).headers.get('etag'));
    expect(await answer.text()).toBe('');
  });

  test.each([
    ['an unknown name', '/cms/content/en/nothing.json'],
    ['an unknown language', '/cms/content/xx/faq.json'],
    ['a block of the home page', '/cms/content/en/home-hero.json'],
    ['a property that every object has', '/cms/content/en/__proto__.json'],
    ['a path out of the folder', '/cms/content/en/..%2f..%2f..%2fpackage.json'],
    ['a path out through the language', '/cms/content/..%2f/faq.json'],
  ])('returns 404 in the contract’s format for %s', async (_, path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ isSuccess: false, cmsData: { jsonData: [] } });
  });

  test.each([
    ['no keys', {}],
    ['a wrong API key', { ...keys, 'x-api-key': 'wrong' }],
    ['a wrong hash', { ...keys, 'x-hash': 'wrong' }],
    ['an empty hash', { ...keys, 'x-hash': '' }],
    ['swapped keys', { 'x-api-key': keys['x-hash'], 'x-hash': keys['x-api-key'] }],
  ])('returns 401 for %s', async (_, headers: Record<string, string>) => {
    const answer = await get('/cms/content/en/faq.json', headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
    expect(await answer.json()).toEqual({ success: false, firstCode: '15101' });
  });

  test('does not extend its key check to the routes of other plugins', async () => {
    expect(await (await get('/elsewhere', {})).text()).toBe('open');
  });

  test('cannot be registered if the content folder does not exist', async () => {
    const broken = fastify();
    await expect(
      broken.register(registerContent, { credentials, contentDir: `${import.meta.dirname}/none` }),
    ).rejects.toThrow('none');
    await broken.close();
  });
});
