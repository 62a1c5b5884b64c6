import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { describeWith } from '../../helpers/installed.ts';
import { hasVarnish, startHealthyVarnish } from '../../helpers/varnish-server.ts';
import { type Edge, hit, lifetime, staleHit, staleIfError, startEdge } from './edge.ts';
import { startScriptedOrigin } from './scripted-origin.ts';

describeWith('varnishd', hasVarnish)('Varnish', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge?.stop());

  const untilWell = (well: boolean) =>
    expect.poll(() => edge.varnish.isWell(), { timeout: 20_000 }).toBe(well);

  describe('freshness lifetime', () => {
    it.each([
      ['CDN-Cache-Control first', { 'cdn-cache-control': 'max-age=300', 'cache-control': 's-maxage=7' }, 300],
      ['s-maxage before max-age', { 'cache-control': 'public, max-age=0, s-maxage=70' }, 70],
      ['max-age', { 'cache-control': 'public, max-age=31536000, immutable' }, 31_536_000],
      ['the lifetime less the Age header', { 'cdn-cache-control': 'max-age=300', age: '100' }, 200],
    ])('is computed from the response headers: %s', async (_what, headers, seconds) => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers });
      expect(await edge.did(path)).toBe('fwd=uri-miss; stored');
      const ttl = Number(/^hit; ttl=(\d+)$/.exec(await edge.did(path))?.[1]);
      expect(ttl).toBeGreaterThan(seconds - 10);
      expect(ttl).toBeLessThanOrEqual(seconds);
      expect(edge.origin.count(path)).toBe(1);
    });

    it('applies to a 404 response', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { status: 404, headers: lifetime('max-age=10') });
      await edge.get(path);
      const { status, headers } = await edge.get(path);
      expect(status).toBe(404);
      expect(headers['cache-status']).toMatch(/varnish; hit/);
    });

    it('precedes a stale-while-revalidate period, in which Varnish returns the old copy', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: lifetime('max-age=0, stale-while-revalidate=600'), body: 'old' });
      await edge.get(path);
      edge.origin.answers(path, { headers: lifetime('max-age=600'), body: 'new' });
      const bodies: string[] = [];
      await expect
        .poll(async () => {
          const { text, headers } = await edge.get(path);
          bodies.push(text);
          return headers['cache-status'];
        })
        .toMatch(/hit; ttl=5\d\d$/);
      // All responses before the new page contain the old copy, so no request waited for the origin.
      expect(bodies.at(-1)).toBe('new');
      expect(bodies.slice(0, -1).every((text) => text === 'old')).toBe(true);
      expect(edge.origin.count(path)).toBe(2);
    });

    it('is followed by a request that waits for the origin, unless stale-while-revalidate is set', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, { headers: lifetime('max-age=0, stale-if-error=600'), body: 'old' });
      await edge.get(path);
      edge.origin.answers(path, { headers: lifetime('max-age=600'), body: 'new' });
      await expect.poll(() => edge.did(path), { interval: 5 }).toBe('fwd=stale; stored');
      expect((await edge.get(path)).text).toBe('new');
    });

    it('begins after a single origin request, even if many clients request the page at once', async () => {
      const path = edge.fresh();
      const gate = Promise.withResolvers<void>();
      edge.origin.answers(path, { headers: lifetime('max-age=600'), after: gate.promise });
      const all = Array.from({ length: 200 }, () => edge.get(path));
      await expect.poll(() => edge.origin.count(path)).toBe(1);
      gate.resolve();
      for (const { status } of await Promise.all(all)) expect(status).toBe(200);
      expect(edge.origin.count(path)).toBe(1);
    });
  });

  describe('failing origin', () => {
    it('never causes a cached copy to be replaced by a 500', async () => {
      const revalidated = await edge.stored('max-age=0, stale-while-revalidate=600, stale-if-error=600');
      const beyond = await edge.stored('max-age=0, stale-if-error=600');
      for (const path of [revalidated, beyond]) edge.origin.answers(path, { status: 500, body: 'sorry' });
      await expect.poll(() => edge.did(revalidated)).toMatch(staleHit);
      await expect.poll(() => edge.did(beyond)).toMatch(staleIfError);
      await expect.poll(() => edge.origin.count(revalidated)).toBeGreaterThan(1);
      for (const path of [revalidated, beyond]) {
        const { status, text } = await edge.get(path);
        expect({ status, text }).toEqual({ status: 200, text: 'kept' });
        edge.origin.answers(path, { headers: lifetime('max-age=600'), body: 'well again' });
        await expect.poll(async () => (await edge.get(path)).text).toBe('well again');
      }
    });

    it('sends an error page, which Varnish forwards but does not cache', async () => {
      const path = edge.fresh();
      edge.origin.answers(path, {
        status: 503,
        headers: { 'retry-after': '7', ...lifetime('max-age=60') },
        body: 'busy',
      });
      const { status, text, headers } = await edge.get(path);
      expect({ status, text, after: headers['retry-after'] }).toEqual({
        status: 503,
        text: 'busy',
        after: '7',
      });
      edge.origin.answers(path, { headers: lifetime('max-age=60'), body: 'well' });
      expect((await edge.get(path)).text).toBe('well');
      expect(await edge.did(path)).toMatch(/^(?:hit|fwd=uri-miss; stored)/);
    });

    it('does not stop Varnish from serving cached copies', async () => {
      const fine = await edge.stored('max-age=600');
      const beyond = await edge.stored('max-age=0, stale-if-error=600');
      const revalidated = await edge.stored('max-age=0, stale-while-revalidate=600');
      await edge.origin.down();
      try {
        // The health probe detects the failure after some seconds. Varnish must serve copies before and after the
        // detection.
        await expect.poll(() => edge.did(beyond)).toMatch(staleIfError);
        await untilWell(false);
        expect(await edge.did(beyond)).toMatch(staleIfError);
        expect(await edge.did(revalidated)).toMatch(staleHit);
        expect(await edge.did(fine)).toMatch(hit);
        const cold = await edge.get(edge.fresh());
        expect(cold.status).toBe(503);
        expect(cold.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
        expect(cold.text).toContain('Back in a moment');
      } finally {
        await edge.origin.up();
      }
      await untilWell(true);
      edge.origin.answers(beyond, { headers: lifetime('max-age=600'), body: 'back' });
      await expect.poll(async () => (await edge.get(beyond)).text).toBe('back');
    });
  });

  it('retries a request on the other instance when one instance has just stopped', async () => {
    const origins = await Promise.all([startScriptedOrigin(), startScriptedOrigin()]);
    const [staying, going] = origins;
    const both = await startHealthyVarnish({ origins: [staying.url, going.url] });
    try {
      const cold = async (name: string) => (await ask(both.url, `/${name}`)).status;
      await expect
        .poll(async () => {
          await cold(`both-${staying.asked.length}-${going.asked.length}`);
          return Math.min(staying.asked.length, going.asked.length);
        })
        .toBeGreaterThan(0);
      await going.down();
      // Until the health probe detects the stop, Varnish must retry requests for pages and for private responses on the
      // other instance.
      for (let n = 0; n < 10; n++) {
        expect(await cold(`page-${n}`)).toBe(200);
        expect(await cold(`api/call-${n}`)).toBe(200);
      }
    } finally {
      await both.stop();
      await Promise.all(origins.map((origin) => origin.down()));
    }
  });
});
