import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { PageLoads } from './load.ts';
import { PageNotFound } from './make.ts';
import type { Targets } from './targets.ts';

const retryMs = 250;
const triesPerLine = 40;

export async function warmPages(
  urls: readonly string[],
  signal: AbortSignal,
  { targets, loads, log }: { targets: Targets; loads: PageLoads; log: Log },
): Promise<void> {
  for (const url of urls) {
    const address = targets.read(url);
    if (address.kind !== 'page') continue;
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        await loads.load(address.page, null);
        break;
      } catch (error) {
        if (error instanceof PageNotFound) {
          log.warn({ url }, 'a menu links to a page that does not exist');
          break;
        }
        const reason = error instanceof Error ? error.message : String(error);
        // Only some of the retries are logged. Many retries are normal if an upstream starts later than this process.
        if (tries % triesPerLine === 1) log.warn({ url, reason }, 'page could not be warmed, retrying');
        await sleep(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
