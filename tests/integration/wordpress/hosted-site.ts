import { ask } from '../../helpers/http.ts';
import { startRecordedSite } from '../../helpers/recording-platform.ts';
import { type HostedPage, startWordPressHost } from '../../helpers/wordpress-host.ts';

/** The version in the URLs of pictures and files of a page that was modified on 2026-11-20T10:15:30. */
export const version = 'v20261120101530';

/** Starts a content host with these pages and pictures, and a site that shows them. */
export async function startHostedSite(pages: HostedPage[] = [], media: Record<string, unknown>[] = []) {
  const host = await startWordPressHost(pages, media);
  const recorded = await startRecordedSite({
    env: {
      CMS_URL: host.origin,
      CMS_KIND: 'wordpress',
      CMS_NAMES: 'cms.example',
      SITE_URL: 'https://lotto.example',
      TRUST_PROXY: '1',
    },
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    ask(recorded.site.origin, path, { headers });
  return {
    host,
    recorded,
    get,
    async stop() {
      await recorded.stop();
      await host.stop();
    },
  };
}

export type HostedSite = Awaited<ReturnType<typeof startHostedSite>>;
