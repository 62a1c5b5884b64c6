import { describe, expect, it } from 'vitest';
import { EnvError, readEnv } from '../../../../server/config/env.ts';

const needed = { PLATFORM_URL: 'http://127.0.0.1:3001', PLATFORM_API_KEY: 'k', PLATFORM_HASH: 'h' };

describe('the environment', () => {
  it('has defaults for all but the platform', () => {
    expect(readEnv(needed)).toMatchObject({
      listen: { host: '127.0.0.1', port: 3000 },
      ops: { host: '127.0.0.1', port: 9400 },
      siteUrl: null,
      content: { origin: 'http://127.0.0.1:3001', kind: 'json' },
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
    [{ ...needed, SITE_URL: 'ftp://x.example' }, 'SITE_URL is wrong'],
    [{ ...needed, CMS_KIND: 'drupal' }, 'CMS_KIND is wrong'],
    [{ ...needed, PURGE_TOKEN: 'short' }, 'PURGE_TOKEN is wrong: must have at least 16 characters'],
  ])('names what is wrong: %j', (source, message) => {
    expect(() => readEnv(source)).toThrow(EnvError);
    expect(() => readEnv(source)).toThrow(message);
  });
});
