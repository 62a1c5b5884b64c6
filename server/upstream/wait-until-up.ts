import { setTimeout as wait } from 'node:timers/promises';
import { getGlobalDispatcher } from 'undici';
import type { Log } from '../log.ts';

const retryMs = 50;
const lineEveryMs = 5000;
const tryLimitMs = 1000;

/**
 * Returns whether the upstream is up. Any status except 503 counts as up, because an operator's own platform may have
 * no /readyz.
 */
async function isUp(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await getGlobalDispatcher().request({
      origin,
      path: '/readyz',
      method: 'GET',
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
 * Waits for an upstream that starts at the same time as this process or later. The attempts bypass the circuit breaker.
 * Otherwise, each failed attempt would count as an outage and lengthen the breaker's pauses.
 */
export async function waitUntilUp(origin: string, log: Log, signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  let loggedAt = startedAt;
  while (!signal.aborted && !(await isUp(origin))) {
    if (Date.now() - loggedAt >= lineEveryMs) {
      loggedAt = Date.now();
      log.info(
        { origin, seconds: Math.round((loggedAt - startedAt) / 1000) },
        'waiting for an upstream to start',
      );
    }
    await wait(retryMs, undefined, { signal }).catch(() => undefined);
  }
}
