import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readOptions, UsageError } from '../../../conformance/options.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));
const url = ['--url', 'https://platform.example'];
const keys = { PLATFORM_API_KEY: 'key', PLATFORM_HASH: 'hash' };

it('readOptions of the conformance kit reads the URL from an option and the credentials from the environment', () => {
  expect(
    readOptions(
      [
        ...url,
        '--cms-url',
        'http://cms.example:81/',
        '--timeout-ms',
        '500',
        '--receipt',
        'keno-7809-7qk2m9xa4t',
      ],
      {
        ...keys,
        PLATFORM_UCID: 'other',
        PLATFORM_SIGNING: 'hmac',
      },
    ),
  ).toEqual({
    url: 'https://platform.example',
    cmsUrl: 'http://cms.example:81',
    apiKey: 'key',
    hash: 'hash',
    ucid: 'other',
    signing: 'hmac',
    timeoutMs: 500,
    receipt: 'KENO-7809-7QK2M9XA4T',
  });
});

it('readOptions of the conformance kit reads the credentials of an embedded platform from its data folder', () => {
  writeFileSync(
    path.join(folder, 'secrets.json'),
    JSON.stringify({ platformApiKey: 'a', platformHash: 'b' }),
  );
  expect(readOptions(url, { DATA_DIR: folder, PLATFORM_API_KEY: '' })).toMatchObject({
    apiKey: 'a',
    hash: 'b',
    ucid: 'golden_lotto',
    signing: 'static',
  });
});

it('readOptions of the conformance kit returns null for --help', () => {
  expect(readOptions(['--help'], {})).toBeNull();
});

it.each([
  [[], keys, '--url is missing'],
  [['--url', 'platform.example'], keys, '--url must be an http(s) origin'],
  [['--url', 'https://user@platform.example'], keys, '--url must be an http(s) origin'],
  [['--url', 'https://platform.example/api'], keys, '--url is an origin'],
  [[...url, '--cms-url', 'ftp://cms.example'], keys, '--cms-url must be'],
  [[...url, '--timeout-ms', 'soon'], keys, '--timeout-ms must be'],
  [[...url, '--fast'], keys, '--fast'],
  [[...url, 'more'], keys, 'more'],
  [url, { PLATFORM_API_KEY: 'key', DATA_DIR: '/nowhere' }, 'PLATFORM_API_KEY and PLATFORM_HASH are missing'],
  [url, { ...keys, PLATFORM_SIGNING: 'rsa' }, 'PLATFORM_SIGNING'],
])(
  'readOptions of the conformance kit rejects %j with an error that states the reason',
  (args, env, said) => {
    expect(() => readOptions(args, env)).toThrow(UsageError);
    expect(() => readOptions(args, env)).toThrow(said);
  },
);
