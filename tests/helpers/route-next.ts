import type { Page, Route } from 'playwright-core';

/**
 * Handles the next request to a URL. Later requests go to the site. The route stays registered, because a request that
 * the page sends while Playwright removes a route may never be answered.
 * @param url pattern of the URL
 */
export async function routeNext(
  page: Page,
  url: string,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let isHandled = false;
  await page.route(url, (route) => {
    if (isHandled) return route.fallback();
    isHandled = true;
    return handle(route);
  });
}
