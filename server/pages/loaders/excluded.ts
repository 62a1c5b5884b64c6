import { withoutEnd } from '../../../shared/domain/break-lengths.ts';
import { resources } from '../../../shared/resources.ts';
import { metaOf, type PageRequest, pathWith, type UnkeptPageLoader } from '../loader.ts';

/** Loads `/excluded`, which opens after a self-exclusion. The address contains the end of the exclusion. */
export const loadExcluded: UnkeptPageLoader = async (request) => {
  const { t } = request.words;
  return {
    status: 200,
    page: { kind: 'excluded', text: textOf(request) },
    meta: metaOf(request, {
      title: t('excluded.title'),
      description: t('excluded.description'),
      canonicalPath: resources.excluded.path,
      linkPath: pathWith(resources.excluded.path, request.query),
      indexable: false,
    }),
  };
};

function textOf({ query, words }: PageRequest): string {
  const { t } = words;
  const until = query['until'] ?? '';
  if (until === withoutEnd) return t('excluded.forever');
  // If the URL contains no valid end of the exclusion, the page shows the general text.
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(until) || Number.isNaN(Date.parse(until)))
    return t('excluded.description');
  return t('excluded.until', { until: `${words.longDay(until)}, ${words.time(until)}` });
}
