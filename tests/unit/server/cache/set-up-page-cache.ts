import { createPageCache, type MadePage } from '../../../../server/cache/page-cache.ts';
import { createTagRegistry } from '../../../../server/cache/tags.ts';
import { createRecordingLog } from '../../../helpers/recording-log.ts';

export const start = Date.UTC(2026, 10, 21, 12);

export function setUpPageCache({
  maxBytes = 4_000_000,
  rendersAtOnce = 2,
  rendersWaiting = 10,
  patienceMs = 3000,
} = {}) {
  const tags = createTagRegistry();
  const { log } = createRecordingLog();
  return { tags, pages: createPageCache({ maxBytes, tags, log, rendersAtOnce, rendersWaiting, patienceMs }) };
}

/**
 * Returns a page that a test passes to the page cache. `summary` describes the data of the page: its lifetimes, its
 * tags and its state.
 */
export function made(
  text: string,
  changes: Partial<MadePage> = {},
  summary: Partial<MadePage['summary']> = {},
): MadePage {
  const now = Date.now();
  return {
    status: 200,
    headers: ['Content-Type', 'text/html; charset=utf-8'],
    render: async () => Buffer.from(text),
    summary: {
      expiresAtMs: now + 10_000,
      staleUntilMs: now + 30_000,
      errorUntilMs: now + 600_000,
      tags: ['results:keno'],
      failing: false,
      partial: false,
      ...summary,
    },
    ...changes,
  };
}

export const textOf = (
  copy: { value: { entry: { representations: { identity: { body: Buffer } } } } } | undefined,
) => copy?.value.entry.representations.identity.body.toString();
export const fails = () => Promise.reject(new Error('upstream is down'));
