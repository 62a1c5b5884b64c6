import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Log } from '../cache/aged-cache.ts';

const retryMs = 50;
const lineEveryMs = 5000;
const tryLimitMs = 1000;

/** Any answer but "not yet" will do: a platform of somebody else's may have no /readyz. */
async function isUp(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${origin}/readyz`, {
      headersTimeout: tryLimitMs,
      bodyTimeout: tryLimitMs,
    });
    await body.dump({ limit: 65_536 });
    return statusCode !== 503;
  } catch {
    return false;
  }
}

/**
 * Waits for an upstream that starts beside this process or after it, past the circuit breaker, which would take each
 * try for another outage and ask more and more rarely.
 */
export async function waitUntilUp(origin: string, log: Log, signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  let saidAt = startedAt;
  while (!signal.aborted && !(await isUp(origin))) {
    if (Date.now() - saidAt >= lineEveryMs) {
      saidAt = Date.now();
      log.info(
        { origin, seconds: Math.round((saidAt - startedAt) / 1000) },
        'waits for an upstream to start',
      );
    }
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}
