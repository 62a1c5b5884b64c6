import type { TagRegistry } from '../cache/tags.ts';
import type { CdnPurge } from './cdn-purge.ts';
import type { Metrics } from './metrics.ts';

export type Purge = ReturnType<typeof createPurge>;

/** What an unknown gap may have changed: everything about draws. */
const drawTags = ['results', 'upcoming', 'winners'] as const;

/** Purging, whoever asks: here, and at the CDN. */
export function createPurge(deps: { tags: TagRegistry; cdn: CdnPurge; metrics: Pick<Metrics, 'purged'> }) {
  const purge = (
    origin: 'ops' | 'event' | 'reset',
    tags: readonly string[],
    { hard = false }: { hard?: boolean } = {},
  ): void => {
    deps.tags.purge(tags, { hard });
    deps.metrics.purged(origin, tags.length);
    deps.cdn.purge(tags);
  };
  return {
    /** @param hard drops copies altogether, so that they are not even answered when loading fails */
    byOperator: (tags: readonly string[], options: { hard: boolean }) => purge('ops', tags, options),
    byEvent: (tags: readonly string[]) => purge('event', tags),
    /** Nobody knows what was missed. */
    afterGap: () => purge('reset', drawTags),
  };
}
