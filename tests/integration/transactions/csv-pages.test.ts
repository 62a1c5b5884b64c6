import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { cookieHeader, type RecordedSite, startRecordedSite } from '../../helpers/recording-platform.ts';
import { startSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';

function pageAnswer(cursor: string | null) {
  return {
    is: 'answer',
    body: {
      success: true,
      firstCode: '10000',
      data: { from: '2026-11-01', to: '2026-11-20', cursor, currencyCode: 'INR', transactions: [] },
    },
  } as const;
}

describe('CSV file with several pages of platform data', () => {
  let recorded: RecordedSite;
  let session: Record<string, string>;
  beforeAll(async () => {
    recorded = await startRecordedSite();
    session = await recorded.login();
  });
  beforeEach(() => {
    recorded.upstream.received.length = 0;
  });
  afterAll(() => recorded?.stop());

  const open = () =>
    ask(recorded.site.origin, '/api/transaction/transactionSummary.csv', {
      headers: { cookie: cookieHeader(session) },
    });

  it('is loaded page by page', async () => {
    recorded.upstream.next(pageAnswer('c1'), pageAnswer('c2'), pageAnswer(null));
    expect((await open()).status).toBe(200);
    const asked = recorded.upstream.received.map(({ url, body, headers }) => [
      url,
      JSON.parse(body).data,
      headers.cookie,
    ]);
    const path = '/api/v1/transaction/transactionSummary';
    expect(asked).toEqual([
      [path, { limit: 100 }, undefined],
      [path, { limit: 100, cursor: 'c1' }, undefined],
      [path, { limit: 100, cursor: 'c2' }, undefined],
    ]);
  });

  it('is replaced by a 503 if the first platform call fails or has an invalid answer', async () => {
    recorded.upstream.next({ is: 'answer', status: 503, body: { success: false, firstCode: '15500' } });
    const answer = await open();
    expect([answer.status, JSON.parse(answer.text)]).toEqual([503, { success: false, firstCode: '15500' }]);
    recorded.upstream.next({ is: 'answer', body: { success: true, firstCode: '10000', data: { rows: 1 } } });
    expect((await open()).status).toBe(503);
  });

  it('stops loading when the browser disconnects', async () => {
    const proxy = await startUpstreamProxy(recorded.upstream.origin);
    const behind = await startSite({ platform: proxy, warm: false, live: false });
    try {
      recorded.upstream.next(pageAnswer('c1'));
      proxy.treat(({ body }) => (body.includes('c1') ? 'hang' : 'pass'));
      const { hostname, port } = new URL(behind.origin);
      const going = request({
        hostname,
        port,
        path: '/api/transaction/transactionSummary.csv',
        headers: { cookie: cookieHeader(session) },
      });
      going.on('error', () => undefined);
      going.end();
      await expect.poll(() => proxy.count('transactionSummary')).toBe(2);
      going.destroy();
      await expect.poll(() => proxy.seen.at(-1)?.brokenOff).toBe(true);
      expect(behind.logged()).not.toContain('a file could not be sent');
      // After the cancelled file, the player can request another file without waiting.
      recorded.upstream.next(pageAnswer(null));
      proxy.treat(() => 'pass');
      const again = await ask(behind.origin, '/api/transaction/transactionSummary.csv', {
        headers: { cookie: cookieHeader(session) },
      });
      expect(again.status).toBe(200);
    } finally {
      await behind.close();
      await proxy.close();
    }
  });

  it('is aborted if a platform call after the first one fails', async () => {
    recorded.upstream.next(pageAnswer('c1'), { is: 'answer', body: { success: false, firstCode: '15107' } });
    await expect(open()).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    recorded.upstream.next(pageAnswer(null));
    expect((await open()).status).toBe(200);
  });
});
