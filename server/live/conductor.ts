import type { Result } from '../../shared/contract/results.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { LiveResult } from '../../shared/pages/live.ts';
import type { Deps } from '../deps.ts';
import type { Metrics } from '../ops/metrics.ts';
import { sourcesOf } from '../pages/load-document.ts';
import { platformHeaders } from '../upstream/platform-headers.ts';
import { createDrawWatch, type DrawWatch } from './draw-watch.ts';
import { createKnownResults } from './known-results.ts';
import { liveResult } from './live-result.ts';
import { createPlatformEvents, type PlatformEvents } from './platform-events.ts';

/** The interval at which upcoming draws are read. It is short enough that each draw is known before its start. */
const lookAheadEveryMs = 60_000;

export interface LiveResults {
  /** Connects to the platform's event stream. Resolves when the first attempt to load the newest draws has ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Processes each result that the platform publishes. It purges cached data that depends on the result, and sends the
 * result to open browsers in their language. While the event stream is disconnected, it polls the newest results and
 * processes new and corrected results.
 */
export function createLiveResults(deps: Deps): LiveResults {
  const { config, env, purge, log, newestDraws, clock } = deps;
  const known = createKnownResults(newestDraws);
  const watch = createDrawWatch(newestDraws, () => clock.now().getTime());

  /** Reads the next draws for the metrics. The read uses the same data cache as pages. */
  const lookAhead = async (): Promise<void> => {
    try {
      watch.expect(await sourcesOf(deps, config.boot.defaultLanguage, deps.createReads()).upcoming());
    } catch (error) {
      log.warn({ err: error }, 'next draws could not be read');
    }
  };
  let lookingAhead: NodeJS.Timeout | undefined;

  const publish = async (result: Result, id: string | null): Promise<void> => {
    // Do not count a corrected result again.
    if (known.isNewDraw(result)) deps.metrics.resultReceived(result.gameId);
    known.remember(result);
    await sendToBrowsers(deps, result, id);
    // `lookAhead` is answered from the cache, because `sendToBrowsers` has just loaded the next draws.
    await lookAhead();
  };

  const poll = async (): Promise<void> => {
    const results = await newestResults(deps);
    const isFirst = newestDraws.size === 0;
    const news = results.filter(known.isNews);
    if (news.length === 0) return;
    // Several processes poll and find the same results. All of them compute the same id, so that each process applies
    // the purge only once.
    const id = `poll:${known.idOf(news)}`;
    // The first poll sends no events. Browsers load missed results themselves, because `hello` contains the newest draw
    // numbers.
    if (isFirst) for (const result of news) known.remember(result);
    purge.byEvent([...news.map(({ gameId }) => `results:${gameId}`), 'upcoming', 'winners'], id);
    if (!isFirst) for (const result of news) await publish(result, null);
  };

  // Events are processed one at a time, in the order of arrival.
  let queue: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>) => {
    queue = queue.then(work).catch((error: unknown) => log.error({ err: error }, 'result not published'));
  };

  const events = createPlatformEvents({
    origin: env.platform.origin,
    headers: (path) =>
      platformHeaders(env.platform, { method: 'GET', path, body: '' }, clock.now().getTime()),
    onResult: ({ tags, result, publishedAt }, id) => {
      const atMs = publishedAt === undefined ? undefined : Date.parse(publishedAt);
      purge.byEvent(tags, id === null ? null : `event:${id}`, atMs);
      // Check only here whether the result is new, because an earlier event in the queue may have published it.
      enqueue(async () => {
        if (known.isNews(result)) await publish(result, id);
      });
    },
    onDraw: ({ tags, at }, id) => purge.byEvent(tags, id === null ? null : `event:${id}`, Date.parse(at)),
    onReset: () => {
      purge.afterGap();
      enqueue(poll);
    },
    poll,
    log,
  });
  watchLive(deps.metrics, { events, watch, newestDraws });

  return {
    async start() {
      events.start();
      // Load the newest draws before the first `hello` is sent. `hello` contains their numbers, so that browsers notice
      // missed results.
      if (newestDraws.size === 0)
        await poll().catch((error: unknown) => log.warn({ err: error }, 'newest results not loaded yet'));
      await lookAhead();
      lookingAhead = setInterval(() => void lookAhead(), lookAheadEveryMs).unref();
    },
    stop: () => {
      clearInterval(lookingAhead);
      return events.stop();
    },
  };
}

async function sendToBrowsers(deps: Deps, result: Result, id: string | null): Promise<void> {
  const { languages, defaultLanguage } = deps.config.boot;
  const data = new Map<string, LiveResult>();
  for (const { code } of languages)
    data.set(code, await liveResult(result, sourcesOf(deps, code, deps.createReads()), deps.cardsOf(code)));
  const otherwise = data.get(defaultLanguage);
  if (otherwise) deps.hub.publish(id, (lang) => data.get(lang) ?? otherwise);
}

async function newestResults({ config, clock, platform }: Deps): Promise<Result[]> {
  const today = isoDayIn(config.boot.timeZone, clock.now());
  const { latestResult } = await platform.call('result', {
    action: 'result',
    showAllResult: false,
    resultFrom: today,
    resultTo: today,
  });
  return latestResult;
}

interface Watched {
  events: PlatformEvents;
  watch: DrawWatch;
  newestDraws: ReadonlyMap<string, number>;
}

function watchLive(metrics: Pick<Metrics, 'watch'>, { events, watch, newestDraws }: Watched): void {
  metrics.watch({
    name: 'platform_stream_connected',
    help: "Whether the platform's event stream is connected",
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
}
