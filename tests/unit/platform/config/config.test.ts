import { describe, expect, it } from 'vitest';
import siteSetup from '../../../../config/site_setup.json' with { type: 'json' };
import { ConfigError, parseConfig } from '../../../../platform/config/config.ts';

const generated = {
  platformApiKey: 'a'.repeat(64),
  platformHash: 'b'.repeat(64),
  drawSealKey: 'c'.repeat(64),
  demoPassword: 'Gold-0000-0000-0000-7',
};
const parse = (env: NodeJS.ProcessEnv) => parseConfig(env, async () => generated);
const operator = {
  DATABASE_URL: 'postgres://user:secret@db:5432/lotto',
  PLATFORM_API_KEY: 'operators-own-api-key',
  PLATFORM_HASH: 'operators-own-hash-value',
  DRAW_SEAL_KEY: 'D'.repeat(64),
};

describe('parseConfig', () => {
  it('defaults to the embedded database, 127.0.0.1:3001, generated keys and seeded players', async () => {
    const config = await parse({});
    expect(config).toMatchObject({
      port: 3001,
      host: '127.0.0.1',
      apiKeys: [generated.platformApiKey],
      hashes: [generated.platformHash],
      drawSealKeys: [generated.drawSealKey],
      ucid: 'golden_lotto',
      signing: 'static',
      timeZone: 'Asia/Kolkata',
      seedPlayers: true,
    });
    expect(config.database).toMatchObject({ kind: 'embedded', dataDir: expect.stringMatching(/\.data$/) });
  });

  it('reads the sales switch from SALES, otherwise from the site’s configuration', async () => {
    expect((await parse({})).sales).toBe(siteSetup.sales);
    expect((await parse({ SALES: 'off' })).sales).toBe(false);
    expect((await parse({ SALES: 'on' })).sales).toBe(true);
  });

  it('prefers a key from the environment to a generated key', async () => {
    const config = await parse({ PLATFORM_API_KEY: operator.PLATFORM_API_KEY });
    expect([config.apiKeys, config.hashes]).toEqual([[operator.PLATFORM_API_KEY], [generated.platformHash]]);
  });

  it('reads the current and the previous value of each rotated key', async () => {
    const config = await parse({
      PLATFORM_API_KEY: 'the-new-api-key-0123, operators-own-api-key',
      PLATFORM_HASH: 'the-new-hash-value-0123,operators-own-hash-value',
      DRAW_SEAL_KEY: `${'E'.repeat(64)},${'d'.repeat(64)}`,
    });
    expect(config).toMatchObject({
      apiKeys: ['the-new-api-key-0123', 'operators-own-api-key'],
      hashes: ['the-new-hash-value-0123', 'operators-own-hash-value'],
      drawSealKeys: ['e'.repeat(64), 'd'.repeat(64)],
    });
  });

  it('enables seeded players on an external database only if SEED_PLAYERS is set', async () => {
    const config = await parse(operator);
    expect(config).toMatchObject({
      database: { kind: 'external', url: operator.DATABASE_URL },
      drawSealKeys: ['d'.repeat(64)],
      seedPlayers: false,
    });
    expect((await parse({ ...operator, SEED_PLAYERS: '1' })).seedPlayers).toBe(true);
  });

  it('enables the demo player only with seeded players and sandbox payments, and requires DEMO_PASSWORD on an external database', async () => {
    expect((await parse({})).demoPassword).toBe(generated.demoPassword);
    expect((await parse({ SEED_PLAYERS: '0' })).demoPassword).toBeNull();
    expect((await parse({ PAYMENT_PROVIDER: 'off' })).demoPassword).toBeNull();
    const trying = { ...operator, SEED_PLAYERS: '1', PAYMENT_PROVIDER: 'sandbox' };
    expect((await parse(trying)).demoPassword).toBeNull();
    expect((await parse({ ...trying, DEMO_PASSWORD: 'Try-it-out-7' })).demoPassword).toBe('Try-it-out-7');
  });

  it('treats an empty value as unset', async () => {
    expect((await parse({ PLATFORM_PORT: '', DATABASE_URL: '' })).port).toBe(3001);
  });

  it('enables the outbox by default only with the embedded database', async () => {
    expect((await parse({})).outbox).toBe(true);
    expect((await parse({ OUTBOX: '0' })).outbox).toBe(false);
    expect((await parse(operator)).outbox).toBe(false);
    expect((await parse({ ...operator, OUTBOX: '1' })).outbox).toBe(true);
  });

  it('reads the settings for links, mails, text messages and session expiry', async () => {
    const config = await parse({
      SITE_URL: 'https://lotto.example/',
      MAIL_URL: 'smtp://user:pa%20ss@mail.example:587',
      MAIL_FROM: 'Golden Lotto <no-reply@lotto.example>',
      SUPPORT_EMAIL: 'Support@lotto.example',
      SMS_URL: 'https://sms.example/send?team=1',
      SESSION_IDLE_MINUTES: '30',
    });
    expect(config).toMatchObject({
      siteUrl: 'https://lotto.example',
      mail: { url: 'smtp://user:pa%20ss@mail.example:587', from: 'Golden Lotto <no-reply@lotto.example>' },
      supportEmail: 'support@lotto.example',
      sms: { url: 'https://sms.example/send?team=1', key: null },
      sessionIdleMs: 1_800_000,
    });
    expect(await parse({})).toMatchObject({ siteUrl: null, mail: null, sms: null, sessionIdleMs: null });
  });

  it('rejects a mail server without SUPPORT_EMAIL, the address for replies', async () => {
    const mail = { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' };
    const failure = await parse(mail).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toContain('SUPPORT_EMAIL is missing');
    expect(await parse({ ...mail, SUPPORT_EMAIL: 'help@b.example' })).toMatchObject({
      supportEmail: 'help@b.example',
    });
  });

  const withStripe = {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_51KeyOfTheTests',
    STRIPE_WEBHOOK_SECRET: 'whsec_snapshotEvents, whsec_thinEvents',
    SITE_URL: 'https://lotto.example',
  };
  const testKey = 'rk_test_51KeyOfTheTests';

  it('reads the Stripe settings and recognises live keys', async () => {
    expect(await parse(withStripe)).toMatchObject({
      paymentProvider: 'stripe',
      demoPassword: null,
      stripe: {
        isLive: true,
        webhookSecrets: ['whsec_snapshotEvents', 'whsec_thinEvents'],
        apiUrl: 'https://api.stripe.com',
      },
    });
    const trying = { ...withStripe, STRIPE_SECRET_KEY: testKey, STRIPE_API_URL: 'http://127.0.0.1:4242' };
    expect((await parse(trying)).stripe).toMatchObject({ isLive: false, apiUrl: 'http://127.0.0.1:4242' });
    expect((await parse({ ...withStripe, PAYMENT_PROVIDER: 'off' })).stripe).toBeNull();
    expect((await parse(withStripe)).stripe?.payouts).toBeNull();
    const paying = { STRIPE_FINANCIAL_ACCOUNT: 'fa_65Account', STRIPE_PAYOUT_CURRENCY: 'USD' };
    expect((await parse({ ...withStripe, ...paying })).stripe).toMatchObject({
      payouts: { financialAccount: 'fa_65Account', currency: 'usd' },
    });
  });

  it.each([
    [{ STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY is missing'],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET is missing'],
    [{ SITE_URL: '' }, 'SITE_URL is missing'],
    [{ STRIPE_SECRET_KEY: 'pk_live_51KeyOfTheTests' }, 'STRIPE_SECRET_KEY must be a secret'],
    [{ STRIPE_WEBHOOK_SECRET: 'KeyOfTheTests' }, 'STRIPE_WEBHOOK_SECRET must be signing secrets'],
    [{ STRIPE_FINANCIAL_ACCOUNT: 'fa_65Account' }, 'need each other'],
    [{ STRIPE_API_URL: 'http://127.0.0.1:4242' }, 'STRIPE_API_URL must use https'],
    [
      { STRIPE_API_URL: 'http://127.0.0.1:4242', STRIPE_SECRET_KEY: testKey, NODE_ENV: 'production' },
      'STRIPE_API_URL must use https',
    ],
  ])('rejects invalid Stripe settings with an error that contains no key: %j', async (change, message) => {
    const error = await parse({ ...withStripe, ...change }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('KeyOfTheTests');
  });

  it.each([
    [{ ...operator, PLATFORM_API_KEY: '' }, 'PLATFORM_API_KEY is missing'],
    [{ MAIL_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing'],
    [{ MAIL_FROM: 'no-reply@lotto.example' }, 'MAIL_URL is missing'],
    [{ MAIL_URL: 'http://mail.example', MAIL_FROM: 'a@b.example' }, 'MAIL_URL must look like'],
    [{ MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, 'MAIL_FROM must look like'],
    [
      { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example\r\nBcc: <c@d.example>' },
      'MAIL_FROM must look like',
    ],
    [{ SMS_URL: 'sms' }, 'SMS_URL must be'],
    [{ SMS_KEY: 'a-key-of-16-characters' }, 'SMS_URL is missing'],
    [{ SESSION_IDLE_MINUTES: '0' }, 'SESSION_IDLE_MINUTES must be 1 or more'],
    [{ MINIMUM_WALLET_MINOR: '1.5' }, 'MINIMUM_WALLET_MINOR must be a whole number'],
    [{ OUTBOX: 'yes' }, 'OUTBOX must be 1 or 0'],
    [{ ...operator, DRAW_SEAL_KEY: undefined }, 'DRAW_SEAL_KEY is missing'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like'],
    [{ PLATFORM_PORT: '70000' }, 'PLATFORM_PORT must be a port number'],
    [{ PLATFORM_PORT: '80.5' }, 'PLATFORM_PORT must be a port number'],
    [{ PLATFORM_HASH: 'short' }, 'PLATFORM_HASH must have 16 characters or more'],
    [{ DRAW_SEAL_KEY: 'xyz' }, 'DRAW_SEAL_KEY must be 64 hex digits'],
    [{ DRAW_SEAL_KEY: `${'d'.repeat(64)},xyz` }, 'DRAW_SEAL_KEY must be 64 hex digits'],
    [{ PLATFORM_HASH: 'operators-own-hash-value,short' }, 'PLATFORM_HASH must have 16 characters or more'],
    [
      { PLATFORM_API_KEY: ['a', 'b', 'c'].map((key) => key.repeat(16)).join(',') },
      'PLATFORM_API_KEY must be one value',
    ],
    [{ TIME_ZONE: 'Asia/Atlantis' }, 'TIME_ZONE must be an IANA time zone'],
    [{ PLATFORM_SIGNING: 'rsa' }, 'PLATFORM_SIGNING must be static or hmac'],
    [{ SEED_PLAYERS: 'yes' }, 'SEED_PLAYERS must be 1 or 0'],
    [{ ...operator, DEMO_PASSWORD: 'Try-it-out-7' }, 'DEMO_PASSWORD needs SEED_PLAYERS=1'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have 8 to 32'],
    [{ PLATFORM_UCID: 'a b' }, 'PLATFORM_UCID must be'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be'],
    [{ INPUT_BOUNDS: '[8' }, 'INPUT_BOUNDS must be a JSON object'],
    [{ INPUT_BOUNDS: '{"password_min":2}' }, 'INPUT_BOUNDS: password_min must be a whole number from 4'],
  ])('rejects %o with a one-line error that names the variable', async (env, line) => {
    const failure = await parse(env).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toContain(line);
    expect(String(failure)).not.toContain('\n');
  });

  it('omits secrets from error messages', async () => {
    const failure = await parse({ PLATFORM_HASH: 'hunter2' }).catch((error: unknown) => error);
    expect(String(failure)).not.toContain('hunter2');
  });
});
