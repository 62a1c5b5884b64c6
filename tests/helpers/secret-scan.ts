import type { Page } from 'playwright-core';

/** Collects all responses that a page receives, so that a test can search the responses for secrets of the server. */
export function createSecretScan() {
  const received = new Map<string, string>();
  const reads: Promise<void>[] = [];
  const pages: Page[] = [];
  const keep = (url: string, text: string): void => {
    received.set(url, `${received.get(url) ?? ''}\n${text}`);
  };
  return {
    /** Starts collecting. Call it before the page is loaded. */
    async follow(page: Page): Promise<void> {
      pages.push(page);
      // Read the response of a call before the page receives it. If the response makes the page open another page, the
      // body of the response could otherwise be lost.
      await page.route('**/api/**', async (route) => {
        const response = await route.fetch();
        keep(response.url(), JSON.stringify(response.headersArray()) + (await response.text()));
        await route.fulfill({ response });
      });
      page.on('response', (response) => {
        if (new URL(response.url()).pathname.startsWith('/api/')) return;
        const read = async () => {
          const headers = JSON.stringify(await response.headersArray().catch(() => []));
          keep(response.url(), headers + (await response.text().catch(() => '')));
        };
        reads.push(read());
      });
    },
    /** @returns the paths of the calls that the page has made */
    calls: (): string[] =>
      [...received.keys()].map((url) => new URL(url).pathname).filter((path) => path.startsWith('/api/')),
    /** Stops collecting, and leaves the page. @returns the URLs whose responses contain one of these secrets */
    async found(secrets: readonly string[]): Promise<string[]> {
      for (const page of pages.splice(0)) {
        await page.unrouteAll({ behavior: 'wait' });
        // Leave the page, because its event stream ends only then.
        await page.goto('about:blank');
      }
      await Promise.all(reads);
      return [...received].flatMap(([url, text]) =>
        secrets.some((secret) => text.includes(secret)) ? [url] : [],
      );
    },
  };
}
