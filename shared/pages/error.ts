import type { SafeHtml } from './content.ts';

/** An error page: 404, 5xx or maintenance. */
export interface ErrorPage {
  kind: 'error';
  reason: 'not-found' | 'unavailable' | 'bad-request' | 'maintenance' | 'busy';
  html: SafeHtml | null;
}
