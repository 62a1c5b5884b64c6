import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withGeneratedTables } from '../../../bin/platform-api-tables.ts';
import { signedHeaders } from '../../../conformance/platform.ts';
import { createCredentials } from '../../../platform/http/credentials.ts';
import { Environment } from '../../../server/config/env.ts';
import { platformHeaders } from '../../../server/upstream/platform-headers.ts';
import { calls } from '../../../shared/contract/calls.ts';
import { createOpenApi } from '../../../shared/contract/openapi.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
const text = readFileSync(path.join(docs, 'platform-api.md'), 'utf8');
const section = (heading: string): string => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
it('docs/platform-api.md and docs/openapi.json are equal to the output of npm run docs', () => {
  expect(withGeneratedTables(text) === text, 'docs/platform-api.md is out of date: npm run docs').toBe(true);
  const openApi = readFileSync(path.join(docs, 'openapi.json'), 'utf8');
  expect(JSON.parse(openApi), 'docs/openapi.json is out of date: npm run docs').toEqual(createOpenApi());
});

it('withGeneratedTables rejects an unknown table name and a text without markers', () => {
  expect(() => withGeneratedTables('<!-- generated: doors -->\n<!-- end -->')).toThrow(
    'no table is called doors',
  );
  expect(() => withGeneratedTables('# No markers')).toThrow('no marker for codes, calls');
});

it('docs/platform-api.md mentions only existing variables and calls', () => {
  const variables = [...section('Connect').matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name);
  expect(variables.length).toBeGreaterThan(5);
  expect(variables.filter((name) => !Object.hasOwn(Environment.shape, name))).toEqual([]);
  const named = [...text.matchAll(/`([a-z]+\/[A-Za-z/]+)`/g)].map(([, name = '']) => name);
  const others = ['config/locale/en/forms.json', 'shared/contract/wallet.ts', 'platform/content/README.md'];
  expect(
    named.filter((name) => !Object.hasOwn(calls, name) && !others.some((file) => file.startsWith(name))),
  ).toEqual([]);
});

it('the platform accepts the example signature in docs/platform-api.md', async () => {
  const example = Object.fromEntries(
    [...section('Authentication').matchAll(/^([\w-]+(?: token)?) {2,}(\S+)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const { PLATFORM_API_KEY: apiKey = '', PLATFORM_HASH: hash = '', path: at = '', body = '' } = example;
  const { 'x-player-address': address = '', 'x-nonce': nonce = '' } = example;
  const token = example['bearer token'] ?? '';
  const keys = { apiKey, hash, signing: 'hmac' } as const;
  const nowMs = Number(example['x-timestamp']);
  const headers = {
    'x-key-id': example['x-key-id'],
    'x-timestamp': example['x-timestamp'],
    'x-nonce': nonce,
    'x-signature': example['x-signature'],
    'x-player-address': address,
    authorization: `Bearer ${token}`,
  };
  const part = { method: 'POST', path: at, body, token, address } as const;
  expect(signedHeaders(keys, part, { nowMs, nonce })).toEqual(headers);
  const credentials = createCredentials({
    apiKeys: [apiKey],
    hashes: [hash],
    signing: 'hmac',
    clock: { now: () => new Date(nowMs) },
    nonces: { use: async () => true },
  });
  const received = (bytes: string, sent = headers) =>
    credentials.isGenuine({ method: 'POST', url: at, headers: sent, body: Buffer.from(bytes) });
  expect(credentials.areKeys(headers)).toBe(true);
  expect(await received(body)).toBe(true);
  expect(await received(`${body} `)).toBe(false);
  // The site signs each request with a random nonce instead of the example's nonce. The platform must also accept this
  // signature.
  const sent = { ...headers, ...platformHeaders(keys, part, nowMs) };
  expect(sent).toMatchObject({
    ...headers,
    'x-nonce': expect.any(String),
    'x-signature': expect.any(String),
  });
  expect(sent['x-nonce']).not.toBe(nonce);
  expect(await received(body, sent)).toBe(true);
});
