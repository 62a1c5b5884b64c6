import type { SafeHtml } from './content.ts';

/** 404, 5xx and maintenance. The message keys are the page's own. */
export interface ErrorPage {
  kind: 'error';
  reason: 'not-found' | 'unavailable' | 'bad-request' | 'maintenance' | 'busy';
  html: SafeHtml | null;
}
