import { describe, expect, it } from 'vitest';
import { EnvError, readEnv } from '../../../../server/config/env.ts';

const needed = { PLATFORM_URL: 'http://127.0.0.1:3001', PLATFORM_API_KEY: 'k', PLATFORM_HASH: 'h' };

describe('readEnv', () => {
  it('returns the defaults if only the variables of the platform are set', () => {
    expect(readEnv(needed)).toMatchObject({
      listen: { host: '127.0.0.1', port: 3000 },
      ops: { host: '127.0.0.1', port: 9400 },
      siteUrl: null,
      content: { origin: 'http://127.0.0.1:3001', kind: 'json', names: [], webhookSecrets: [] },
      purgeToken: null,
    });
  });

  it.each([
    [{ ...needed, PLATFORM_URL: '' }, 'PLATFORM_URL is missing'],
    [{ ...needed, PLATFORM_HASH: undefined }, 'PLATFORM_HASH is missing'],
    [{ ...needed, PORT: 'abc' }, 'PORT is wrong'],
    [{ ...needed, PORT: '70000' }, 'PORT is wrong'],
    [
      { ...needed, PLATFORM_URL: 'http://x.example/path' },
      'PLATFORM_URL is wrong: must be an origin without a path',
    ],
    [{ ...needed, OPS_NAMES: 'site:9400' }, 'OPS_NAMES is wrong: must be host names without ports'],
    [{ ...needed, HSTS_SUBDOMAINS: 'yes' }, 'HSTS_SUBDOMAINS is wrong'],
    [{ ...needed, SITE_URL: 'ftp://x.example' }, 'SITE_URL is wrong'],
    [{ ...needed, SITE_URL: 'https://lotto.example' }, 'SESSION_KEYS is missing'],
    [{ ...needed, SESSION_KEYS: 'short' }, 'SESSION_KEYS is wrong: must be keys of at least 32 characters'],
    [{ ...needed, SESSION_KEYS: `${'k'.repeat(32)},` }, 'SESSION_KEYS is wrong'],
    [{ ...needed, CALL_RATE_PERCENT: '-1' }, 'CALL_RATE_PERCENT is wrong'],
    [{ ...needed, CMS_KIND: 'drupal' }, 'CMS_KIND is wrong'],
    [
      { ...needed, CMS_WEBHOOK_SECRET: 'short' },
      'CMS_WEBHOOK_SECRET is wrong: must have at least 32 characters',
    ],
    [{ ...needed, PURGE_TOKEN: 'short' }, 'PURGE_TOKEN is wrong: must have at least 16 characters'],
    [{ ...needed, WEB_CONCURRENCY: '0' }, 'WEB_CONCURRENCY is wrong'],
    [{ ...needed, WEB_CONCURRENCY: '1.5' }, 'WEB_CONCURRENCY is wrong'],
    [{ ...needed, MAX_CONNECTIONS: 'many' }, 'MAX_CONNECTIONS is wrong'],
    [{ ...needed, SHUTDOWN_DELAY_MS: '20000' }, 'SHUTDOWN_DELAY_MS is wrong'],
    [{ ...needed, TRUST_PROXY: 'true' }, 'TRUST_PROXY is wrong: must be false, a number of hops'],
    [{ ...needed, TRUST_PROXY: '0' }, 'TRUST_PROXY is wrong'],
    [{ ...needed, TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY is wrong'],
    [{ ...needed, TRUST_PROXY: '10.0.0.0/8,proxy.example' }, 'TRUST_PROXY is wrong'],
  ])('rejects %j with the error: %s', (source, message) => {
    expect(() => readEnv(source)).toThrow(EnvError);
    expect(() => readEnv(source)).toThrow(message);
  });

  it('reads SESSION_KEYS, or generates a session key for a site on loopback', () => {
    const made = [readEnv(needed), readEnv(needed)].map(({ sessionKeys }) => sessionKeys);
    expect(made.map(([key]) => key?.length)).toEqual([64, 64]);
    expect(made[0]).not.toEqual(made[1]);
    const SESSION_KEYS = `${'a'.repeat(32)}, ${'b'.repeat(40)}`;
    expect(readEnv({ ...needed, SITE_URL: 'https://lotto.example', SESSION_KEYS }).sessionKeys).toEqual([
      'a'.repeat(32),
      'b'.repeat(40),
    ]);
  });

  it.each([
    ['false', false],
    ['1', 1],
    ['loopback, 10.0.0.0/8,2001:db8::/32', ['loopback', '10.0.0.0/8', '2001:db8::/32']],
    ['203.0.113.7', ['203.0.113.7']],
  ])('reads the trusted proxies from %j', (TRUST_PROXY, trusted) => {
    expect(readEnv({ ...needed, TRUST_PROXY }).trustProxy).toEqual(trusted);
  });
});
