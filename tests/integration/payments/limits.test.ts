import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { type RecordedSite, startRecordedSite } from '../../helpers/recording-platform.ts';
import { startSite } from '../../helpers/site.ts';

const page = `/sandbox/payments/${randomUUID()}`;
const webhook = '/webhooks/payments/some-bank-2';

it('rate limits count payment pages and webhooks separately', async () => {
  const other = await startRecordedSite({
    env: { CALL_RATE_PERCENT: '1', TRUST_PROXY: '127.0.0.1' },
  });
  const { site, upstream } = other;
  try {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const pages = await Promise.all(Array.from({ length: 3 }, () => ask(site.origin, page, { headers })));
    expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    const refused = pages.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const webhookAnswers = await Promise.all(
      Array.from({ length: 61 }, () => ask(site.origin, webhook, { method: 'POST', headers })),
    );
    expect(webhookAnswers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(webhookAnswers.find(({ status }) => status === 429)?.text).toBe('{"received":false}');
    expect(upstream.received).toHaveLength(61);
  } finally {
    await other.stop();
  }
});

it('payment routes reveal no internal details while the platform is down', async () => {
  const other = await startRecordedSite({ env: { CALL_RATE_PERCENT: '0', TRUST_PROXY: '1' } });
  const { site, upstream } = other;
  try {
    upstream.next({ is: 'text', status: 503, text: 'SECRET at 10.0.0.7', headers: { 'x-why': 'SECRET' } });
    const starting = await ask(site.origin, page);
    expect(starting.status).toBe(503);
    expect(upstream.received).toHaveLength(1);
    upstream.next({ is: 'reset' });
    expect((await ask(site.origin, webhook, { method: 'POST' })).status).toBe(503);
    await upstream.kill();
    const shown = await ask(site.origin, page);
    const webhookAnswer = await ask(site.origin, webhook, { method: 'POST', body: '{}' });
    for (const { status, headers, text } of [starting, shown, webhookAnswer]) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
      expect(text).not.toMatch(/SECRET|ECONN|127\.0\.0\.1|platform/i);
    }
    expect(shown.headers['content-type']).toContain('text/html');
    expect(webhookAnswer.text).toBe('{"received":false}');
    // Vary the client address, because the failures of a single client never open a circuit breaker. Only the breaker
    // for payments opens, so the login below reaches the platform.
    let address = 0;
    const metricsAfterFailure = async () => {
      await ask(site.origin, page, { headers: { 'x-forwarded-for': `203.0.113.${++address}` } });
      return (await ask(site.opsOrigin, '/metrics')).text;
    };
    await expect
      .poll(metricsAfterFailure)
      .toContain('golden_lotto_breaker_state{upstream="platform-payments"} 2');
    await upstream.revive();
    expect((await ask(site.origin, page)).status).toBe(503);
    upstream.next({ is: 'answer', body: { success: false, firstCode: '15111' } });
    const data = { type: 2, username: 'asha', password: 'Correct-Horse-9' };
    expect(JSON.parse((await other.call('accounts/login', data)).text).firstCode).toBe('15111');
  } finally {
    await other.stop();
  }
});

it('webhooks are accepted during maintenance', async () => {
  const other = await startRecordedSite({
    config: (config) => {
      config.setup.maintenance = true;
    },
  });
  const { site, upstream } = other;
  try {
    expect((await ask(site.origin, webhook, { method: 'POST', body: '{}' })).status).toBe(200);
    expect((await ask(site.origin, page)).status).toBe(503);
    expect(upstream.received.map(({ url }) => url)).toEqual([webhook]);
  } finally {
    await other.stop();
  }
});

describe('client that disconnects from a payment route', () => {
  let recorded: RecordedSite;
  beforeAll(async () => {
    recorded = await startRecordedSite({ env: { CALL_RATE_PERCENT: '0' } });
  });
  afterAll(() => recorded?.stop());
  beforeEach(() => {
    recorded.upstream.received.length = 0;
  });

  it('makes the site cancel the upstream request', async () => {
    const asked = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const silent = createServer((_req, res) => {
      res.once('close', ended.resolve);
      asked.resolve();
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const site = await startSite({ platform: { url }, warm: false, live: false });
    try {
      const { hostname, port } = new URL(site.origin);
      const outgoing = request({ hostname, port, path: page, agent: false });
      outgoing.on('error', () => undefined).end();
      await asked.promise;
      outgoing.destroy();
      await ended.promise;
      const aborted = /golden_lotto_upstream_\w+{[^}]*platform-payments[^}]*aborted[^}]*} [1-9]/;
      await expect.poll(async () => (await ask(site.opsOrigin, '/metrics')).text).toMatch(aborted);
    } finally {
      await site.close();
      silent.close();
    }
  });

  it('causes no upstream request if it has sent only part of the body', async () => {
    const { hostname, port } = new URL(recorded.site.origin);
    const headers = { 'content-length': 10 };
    const outgoing = request({ hostname, port, path: webhook, method: 'POST', headers, agent: false });
    const closed = new Promise((resolve) => outgoing.once('close', resolve));
    outgoing.on('error', () => undefined);
    await new Promise((resolve) => outgoing.write('{"a"', resolve));
    outgoing.destroy();
    await closed;
    await ask(recorded.site.origin, webhook, { method: 'POST', body: '{"whole":1}' });
    expect(recorded.upstream.received.map(({ body }) => body)).toEqual(['{"whole":1}']);
  });
});
