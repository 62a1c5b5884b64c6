import { metaOf, type PageLoader } from '../loader.ts';

/**
 * Loads `/offline`. The service worker stores this page. When the worker shows the page, it inserts links to the other
 * pages that it has stored.
 */
export const loadOffline: PageLoader = async (request) => ({
  status: 200,
  page: { kind: 'error', reason: 'offline' },
  meta: metaOf(request, {
    title: request.words.t('error.offline_title'),
    canonicalPath: '/offline',
    indexable: false,
  }),
});
