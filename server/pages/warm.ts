import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { PageLoads } from './load.ts';
import { PageNotFound } from './make.ts';
import type { Targets } from './targets.ts';

const retryMs = 250;
const triesPerLine = 40;

export interface WarmDeps {
  targets: Targets;
  loads: PageLoads;
  log: Log;
}

/**
 * Loads pages into memory, and tries again until each of them has been loaded.
 * @param atOnce the number of pages that are loaded at the same time
 */
export async function warmPages(
  urls: readonly string[],
  atOnce: number,
  signal: AbortSignal,
  deps: WarmDeps,
): Promise<void> {
  const rest = urls.values();
  const next = async () => {
    for (const url of rest) await warmPage(url, signal, deps);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function warmPage(url: string, signal: AbortSignal, { targets, loads, log }: WarmDeps): Promise<void> {
  const address = targets.read(url);
  if (address.kind !== 'page') return;
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      await loads.load(address.page, null);
      return;
    } catch (error) {
      if (error instanceof PageNotFound) {
        log.warn({ url }, 'a menu links to a page that does not exist');
        return;
      }
      const reason = error instanceof Error ? error.message : String(error);
      // Only some of the retries are logged. Many retries are normal if an upstream starts later than this process.
      if (tries % triesPerLine === 1) log.warn({ url, reason }, 'page could not be warmed, retrying');
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
