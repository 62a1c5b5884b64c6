import type { Result } from '../../shared/contract/draws.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { LiveResult } from '../../shared/view/cards.ts';
import type { Deps } from '../deps.ts';
import { createPlatformEvents } from '../live/platform-events.ts';
import { liveResult } from '../page-data/latest.ts';
import { platformHeaders } from '../upstream/platform-client.ts';
import { sourcesOf } from './load-document.ts';

export interface LiveResults {
  /** Listens from now on; done when the newest draws are known, or cannot be. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The way of a result: heard from the platform, it purges what was made without it, then open browsers are told, in
 * each language. Without the platform's stream the newest results are asked for and compared.
 */
export function createLiveResults(deps: Deps): LiveResults {
  const { config, env, platform, purge, hub, log, newestDraws, clock } = deps;
  const languages = config.boot.languages.map(({ code }) => code);

  /** Whether it is news, and not a replay or an older draw of its game. */
  const isNews = ({ gameId, drawNumber }: Result) => drawNumber > (newestDraws.get(gameId) ?? 0);

  const tell = async (result: Result, id: string | null): Promise<void> => {
    newestDraws.set(result.gameId, result.drawNumber);
    const data = new Map<string, LiveResult>();
    for (const lang of languages) {
      const sources = sourcesOf(deps, lang, deps.createReads());
      data.set(lang, await liveResult(result, sources, deps.cardsOf(lang)));
    }
    const first = data.get(config.boot.defaultLanguage);
    if (first) hub.publish(id, (lang) => data.get(lang) ?? first);
  };

  const newest = async (): Promise<Result[]> => {
    const today = isoDayIn(config.boot.timeZone, clock.now());
    const answer = await platform.call('result', {
      action: 'result',
      showAllResult: false,
      resultFrom: today,
      resultTo: today,
    });
    return answer.latestResult;
  };

  const poll = async (): Promise<void> => {
    const results = await newest();
    const knewNothing = newestDraws.size === 0;
    const news = results.filter(isNews);
    // What the pages were just made with is no news.
    if (knewNothing) for (const { gameId, drawNumber } of news) newestDraws.set(gameId, drawNumber);
    if (news.length === 0) return;
    purge.byEvent([...news.map(({ gameId }) => `results:${gameId}`), 'upcoming', 'winners']);
    if (!knewNothing) for (const result of news) await tell(result, null);
  };

  // One after the other, in the order in which they came.
  let told: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    told = told.then(work).catch((error: unknown) => log.error({ err: error }, 'a result could not be told'));
  };

  const events = createPlatformEvents({
    origin: env.platform.origin,
    headers: (path) => platformHeaders(env.platform, path, '', clock.now().getTime()),
    onResult: ({ tags, result }, id) => {
      purge.byEvent(tags);
      if (isNews(result)) inTurn(() => tell(result, id));
    },
    onReset: () => {
      purge.afterGap();
      inTurn(poll);
    },
    poll,
    log,
  });
  return {
    async start() {
      events.start();
      // Browsers are told from the first moment which draws are the newest, and so notice what they missed.
      if (newestDraws.size === 0)
        await poll().catch((error: unknown) => log.warn({ err: error }, 'no newest results yet'));
    },
    stop: () => events.stop(),
  };
}
