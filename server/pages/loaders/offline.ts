import { metaOf, type PageLoader } from '../loader.ts';

/**
 * Loads `/offline`. The service worker stores this page, and adds the addresses of the pages that the browser has
 * stored.
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
