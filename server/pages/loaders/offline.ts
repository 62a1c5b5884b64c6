import { metaOf, type PageLoader } from '../loader.ts';

/** Loads `/offline`, which the service worker keeps and completes with the addresses of kept pages. */
export const loadOffline: PageLoader = async (request) => ({
  status: 200,
  page: { kind: 'error', reason: 'offline' },
  meta: metaOf(request, {
    title: request.words.t('error.offline_title'),
    canonicalPath: '/offline',
    indexable: false,
  }),
});
