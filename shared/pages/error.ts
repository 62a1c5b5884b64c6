/** An error page: 404, 5xx or maintenance. 'offline': the service worker shows this page if there is no network. */
export interface ErrorPage {
  kind: 'error';
  reason: 'not-found' | 'unavailable' | 'bad-request' | 'maintenance' | 'busy' | 'offline';
}
