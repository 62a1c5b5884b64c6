import type { Result } from '../../shared/contract/draws.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { LiveResult } from '../../shared/view/cards.ts';
import type { Deps } from '../deps.ts';
import { createDrawWatch } from '../live/draw-watch.ts';
import { createPlatformEvents } from '../live/platform-events.ts';
import { liveResult } from '../page-data/latest.ts';
import { platformHeaders } from '../upstream/platform-headers.ts';
import { sourcesOf } from './load-document.ts';

/** Often enough to know each game's next draw before it is held. */
const lookEveryMs = 60_000;

/** A game, and how often the newest result of it was corrected. */
const revisionOf = ({ gameId, correction }: Result): [string, number] => [gameId, correction?.no ?? 0];

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
  const { config, env, platform, purge, hub, log, newestDraws, clock, metrics } = deps;
  const languages = config.boot.languages.map(({ code }) => code);

  /** How often the newest draw of each game was corrected, as far as browsers were told. */
  const revisions = new Map<string, number>();

  /** Whether it is news, and not a replay or an older draw of its game. */
  const isNews = ({ gameId, drawNumber }: Result) => drawNumber > (newestDraws.get(gameId) ?? 0);
  /** The newest draw of its game, corrected since it was told. Older ones stand on pages alone. */
  const isRevised = (result: Result) => {
    const [gameId, revision] = revisionOf(result);
    return result.drawNumber === newestDraws.get(gameId) && revision > (revisions.get(gameId) ?? 0);
  };

  const watch = createDrawWatch(newestDraws, () => clock.now().getTime());
  /** What is known of the draws to come, for the metrics: from the cache, where pages keep it fresh anyway. */
  const lookAhead = async (): Promise<void> => {
    const sources = sourcesOf(deps, config.boot.defaultLanguage, deps.createReads());
    watch.expect(await sources.upcoming());
  };
  const lookQuietly = () =>
    lookAhead().catch((error: unknown) => log.warn({ err: error }, 'the draws to come are not known'));
  let looking: NodeJS.Timeout | undefined;

  const tell = async (result: Result, id: string | null): Promise<void> => {
    // A correction is no draw that was held.
    if (isNews(result)) metrics.resultHeard(result.gameId);
    newestDraws.set(result.gameId, result.drawNumber);
    revisions.set(...revisionOf(result));
    const data = new Map<string, LiveResult>();
    for (const lang of languages) {
      const sources = sourcesOf(deps, lang, deps.createReads());
      data.set(lang, await liveResult(result, sources, deps.cardsOf(lang)));
    }
    const first = data.get(config.boot.defaultLanguage);
    if (first) hub.publish(id, (lang) => data.get(lang) ?? first);
    // Just read for what was told.
    await lookQuietly();
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
    const news = results.filter((result) => isNews(result) || isRevised(result));
    // What the pages were just made with is no news.
    if (knewNothing)
      for (const result of news) {
        newestDraws.set(result.gameId, result.drawNumber);
        revisions.set(...revisionOf(result));
      }
    if (news.length === 0) return;
    // Whoever polls finds the same, and one of them tells it to all.
    const found = news.map((result) => `${result.gameId}.${result.drawNumber}.${revisionOf(result)[1]}`);
    const id = `poll:${found.toSorted().join()}`;
    purge.byEvent([...news.map(({ gameId }) => `results:${gameId}`), 'upcoming', 'winners'], id);
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
    onResult: ({ tags, result, publishedAt }, id) => {
      const atMs = publishedAt === undefined ? undefined : Date.parse(publishedAt);
      purge.byEvent(tags, id === null ? null : `event:${id}`, atMs);
      // Looked at again in its turn: what came before it may have told it.
      inTurn(async () => {
        if (isNews(result) || isRevised(result)) await tell(result, id);
      });
    },
    onReset: () => {
      purge.afterGap();
      inTurn(poll);
    },
    poll,
    log,
  });
  metrics.watch({
    name: 'platform_stream_connected',
    help: 'Whether results are heard of as they are published',
    kind: 'gauge',
    together: 'min',
    read: () => (events.connected ? 1 : 0),
  });
  metrics.watch({
    name: 'draw_overdue_seconds',
    help: 'For how long a draw has been due without its result',
    kind: 'gauge',
    label: 'game',
    together: 'max',
    read: () => watch.overdueSeconds(),
  });
  metrics.watch({
    name: 'next_draw_timestamp_seconds',
    help: 'When the game is drawn next',
    kind: 'gauge',
    label: 'game',
    together: 'max',
    read: () => watch.nextSeconds(),
  });
  metrics.watch({
    name: 'newest_draw_number',
    help: 'The newest published draw that is known here',
    kind: 'gauge',
    label: 'game',
    together: 'max',
    read: () => Object.fromEntries(newestDraws),
  });

  return {
    async start() {
      events.start();
      // Browsers are told from the first moment which draws are the newest, and so notice what they missed.
      if (newestDraws.size === 0)
        await poll().catch((error: unknown) => log.warn({ err: error }, 'no newest results yet'));
      await lookQuietly();
      looking = setInterval(() => void lookQuietly(), lookEveryMs).unref();
    },
    stop: () => {
      clearInterval(looking);
      return events.stop();
    },
  };
}
