import { ask } from '../../helpers/http.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { startSite } from '../../helpers/site.ts';
import { startWordPressApi } from '../../helpers/wordpress-api.ts';
import { type EntryDraft, recordedEntry } from '../../helpers/wordpress-data.ts';

export const entries = (...drafts: EntryDraft[]) => drafts.map(recordedEntry);
export const groupPages: EntryDraft[] = [
  { id: 10, slug: 'blogs', title: 'News', parent: 0 },
  { id: 20, slug: 'promotions', title: 'Offers', parent: 0 },
  { id: 30, slug: 'games', title: 'Our games', parent: 0 },
];
/** The ids of an entry in English and of its Norwegian translation, as Polylang lists them. */
export const both = (en: number, nb: number) => ({ en, nb });

/** Starts a platform, a simulated WordPress without entries, and a site that shows both. */
export async function startApiSite() {
  const platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), historyDays: 8 });
  await platform.deps.engine.tick();
  const wordPress = await startWordPressApi();
  const site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    env: {
      CMS_URL: wordPress.origin,
      CMS_KIND: 'wordpress',
      CMS_NAMES: 'cms.example',
      SITE_URL: 'https://lotto.example',
    },
  });

  const page = async (path: string) => {
    const { status, text } = await ask(site.origin, path);
    return { status, text, main: /<main.*<\/main>/s.exec(text)?.[0] ?? '' };
  };
  /** Makes a call as a browser does. */
  const call = async (
    name: string,
    data: unknown,
  ): Promise<{ success: boolean; data: Record<string, unknown> }> => {
    const headers = { 'content-type': 'application/json' };
    const { text } = await ask(site.origin, `/api/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data }),
    });
    return JSON.parse(text);
  };

  return {
    wordPress,
    site,
    page,
    call,
    /** Ends all faults of WordPress, and empties the site's cache and the list of received requests. */
    async reset() {
      wordPress.fail(null);
      wordPress.slow(0);
      wordPress.received.length = 0;
      await site.purge(['cms', 'games'], { hard: true });
    },
    async stop() {
      await site.close();
      await wordPress.stop();
      await platform.stop();
    },
  };
}

export type ApiSite = Awaited<ReturnType<typeof startApiSite>>;
