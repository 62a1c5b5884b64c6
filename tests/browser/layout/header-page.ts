import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { createDocument } from '../../../client/entry-server.tsx';
import type { ClientAssets } from '../../../shared/pages/document.ts';
import type { ClientSite } from '../../helpers/client-site.tsx';
import { sampleDocument } from '../../helpers/sample-document.ts';
import { sampleHome } from '../../helpers/sample-home.ts';

/** The player of a session, as the site answers `/api/session`. */
export const ravi = {
  username: 'RaviKumar',
  avatarImage: 'avatar-04',
  currencyCode: 'INR',
  totalBalance: 12_345_650,
  session: { openedAt: '2026-11-22T08:00:00.000Z', seconds: 36_300, realityCheckSeconds: 0 },
};

/** Serves a home page that uses the styles and scripts of the built client. */
export function show(site: ClientSite, assets: ClientAssets): void {
  const html = renderToString(createDocument({ ...sampleDocument(sampleHome, { path: '/' }), assets }));
  site.pages.set('/', `<!doctype html>${html}`);
}

/** Returns a function that sets the cookie of a logged-in player before a page opens. */
export const asPlayer = (site: ClientSite) => (page: Page) =>
  page.context().addCookies([{ name: 'auth_user', value: '1', url: site.url }]);
export const balance = (page: Page) => page.locator('.account__balance [data-figure]');
