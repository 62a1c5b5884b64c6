import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createLiveConnection,
  type News,
  retryStreamMs,
  type Stream,
  type Surroundings,
  silenceMs,
} from '../../../../client/stores/live-connection.ts';
import { pollMs } from '../../../../client/stores/polling.ts';
import { sampleResults } from '../../../helpers/sample-cards.ts';

class FakeStream implements Stream {
  readyState = 0;
  readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void) {
    this.listeners.set(type, listener);
  }

  close() {
    this.readyState = 2;
  }

  say(type: string, data: unknown) {
    this.readyState = 1;
    this.listeners.get(type)?.(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  fail({ forGood = false } = {}) {
    this.readyState = forGood ? 2 : 0;
    this.listeners.get('error')?.(new MessageEvent('error'));
  }
}

const hello = { now: '2026-11-21T12:00:00.000Z', draws: {} };
const latest = { cards: [], upcoming: [] };
const result = { card: sampleResults.keno, upcoming: null };

function setUp({ canStream = true } = {}) {
  let hidden = false;
  const visibility = new Set<() => void>();
  const streams: FakeStream[] = [];
  const browser = {
    openStream: () => {
      if (!canStream) return null;
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    fetchLatest: vi.fn<Surroundings['fetchLatest']>(async () => latest),
    random: () => 0.5,
    isHidden: () => hidden,
    onVisibility(listener: () => void) {
      visibility.add(listener);
      return () => void visibility.delete(listener);
    },
    report: vi.fn<Surroundings['report']>(),
  };
  const news = {
    hello: vi.fn<News['hello']>(),
    result: vi.fn<News['result']>(),
    latest: vi.fn<News['latest']>(),
    isBehind: vi.fn<News['isBehind']>(() => false),
  };
  const connection = createLiveConnection(browser, news);
  return {
    connection,
    browser,
    news,
    streams,
    stream: () => {
      const newest = streams.at(-1);
      if (!newest) throw new Error('no stream was opened');
      return newest;
    },
    show: (shown: boolean) => {
      hidden = !shown;
      for (const listener of visibility) listener();
    },
    fallBack: () => {
      for (let failure = 0; failure < 3; failure++) streams.at(-1)?.fail();
    },
  };
}

describe('the live connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('reports the server’s time and each result to the page', () => {
    const { connection, news, stream } = setUp();
    connection.start();
    stream().say('hello', hello);
    stream().say('result', result);
    expect(news.hello).toHaveBeenCalledExactlyOnceWith(hello);
    expect(news.result).toHaveBeenCalledExactlyOnceWith(result);
  });

  test('does not request the latest results if the page has missed no draw', async () => {
    const { connection, browser, stream } = setUp();
    connection.start();
    stream().say('hello', hello);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.fetchLatest).not.toHaveBeenCalled();
  });

  test('requests the latest results once if the server has newer draws than the page', async () => {
    const { connection, browser, news, stream } = setUp();
    news.isBehind.mockReturnValueOnce(true);
    connection.start();
    stream().say('hello', hello);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.fetchLatest).toHaveBeenCalledOnce();
    expect(news.latest).toHaveBeenCalledExactlyOnceWith(latest);
  });

  test('reports a malformed event and stays open', () => {
    const { connection, browser, news, stream } = setUp();
    connection.start();
    stream().listeners.get('result')?.(new MessageEvent('result', { data: '{' }));
    stream().say('result', result);
    expect(browser.report).toHaveBeenCalledOnce();
    expect(news.result).toHaveBeenCalledOnce();
  });

  test('lets the browser reconnect after a single failure', async () => {
    const { connection, browser, streams, stream } = setUp();
    connection.start();
    stream().say('hello', hello);
    stream().fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(streams).toHaveLength(1);
    expect(browser.fetchLatest).not.toHaveBeenCalled();
  });

  test('requests the latest results after a gap in the stream', async () => {
    const { connection, browser, stream } = setUp();
    connection.start();
    stream().say('hello', hello);
    stream().fail();
    stream().say('hello', hello);
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.fetchLatest).toHaveBeenCalledOnce();
  });

  test('opens a new stream when the browser has stopped reconnecting', async () => {
    const { connection, streams, stream } = setUp();
    connection.start();
    stream().fail({ forGood: true });
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(streams).toHaveLength(2);
  });

  test('polls every 15 s after three failures in a row', async () => {
    const { connection, browser, news, stream, fallBack } = setUp();
    connection.start();
    fallBack();
    expect(stream().readyState).toBe(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(4 * pollMs);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(5);
    expect(news.latest).toHaveBeenCalledTimes(5);
  });

  test('resets the count of failures after a hello event', async () => {
    const { connection, browser, stream } = setUp();
    connection.start();
    stream().fail();
    stream().fail();
    stream().say('hello', hello);
    stream().fail();
    stream().fail();
    await vi.advanceTimersByTimeAsync(5 * pollMs);
    expect(browser.fetchLatest).toHaveBeenCalledOnce();
  });

  test('polls if the browser does not support event streams', async () => {
    const { connection, browser } = setUp({ canStream: false });
    connection.start();
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(2);
  });

  test('varies the polling interval by 20 percent, so that browsers do not poll at the same time', async () => {
    const { connection, browser } = setUp({ canStream: false });
    browser.random = () => 0;
    connection.start();
    await vi.advanceTimersByTimeAsync(0.8 * pollMs);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(2);
    browser.random = () => 1;
    await vi.advanceTimersByTimeAsync(0.8 * pollMs);
    await vi.advanceTimersByTimeAsync(1.2 * pollMs - 1);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(4);
  });

  test('polls less often while requests fail', async () => {
    const { connection, browser } = setUp({ canStream: false });
    browser.fetchLatest.mockRejectedValueOnce(new Error('offline'));
    connection.start();
    await vi.advanceTimersByTimeAsync(2 * pollMs - 1);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(3);
  });

  test('stops polling when a retried stream opens', async () => {
    const { connection, browser, streams, stream, fallBack } = setUp();
    connection.start();
    fallBack();
    await vi.advanceTimersByTimeAsync(retryStreamMs);
    expect(streams).toHaveLength(2);
    stream().say('hello', hello);
    await vi.advanceTimersByTimeAsync(0);
    const asked = browser.fetchLatest.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10 * pollMs);
    expect(browser.fetchLatest).toHaveBeenCalledTimes(asked);
  });

  test('continues to poll if the retried stream fails again', async () => {
    const { connection, browser, streams, stream, fallBack } = setUp();
    connection.start();
    fallBack();
    await vi.advanceTimersByTimeAsync(retryStreamMs);
    stream().fail();
    const asked = browser.fetchLatest.mock.calls.length;
    await vi.advanceTimersByTimeAsync(retryStreamMs);
    expect(browser.fetchLatest.mock.calls.length).toBe(asked + retryStreamMs / pollMs);
    expect(streams).toHaveLength(3);
  });

  test('closes while the page is hidden, and catches up when the page is shown again', async () => {
    const { connection, browser, streams, stream, show } = setUp();
    connection.start();
    stream().say('hello', hello);
    show(false);
    expect(stream().readyState).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
    show(true);
    expect(streams).toHaveLength(2);
    stream().say('hello', hello);
    await vi.advanceTimersByTimeAsync(0);
    expect(browser.fetchLatest).toHaveBeenCalledOnce();
  });

  test('waits until the page is visible if the page was opened in the background', () => {
    const { connection, streams, show } = setUp();
    show(false);
    connection.start();
    expect(streams).toHaveLength(0);
    show(true);
    expect(streams).toHaveLength(1);
  });

  test('ignores an answer that arrives after the page was hidden', async () => {
    const { connection, browser, news, show } = setUp({ canStream: false });
    const answer = Promise.withResolvers<typeof latest>();
    browser.fetchLatest.mockReturnValueOnce(answer.promise);
    connection.start();
    show(false);
    answer.resolve(latest);
    await vi.advanceTimersByTimeAsync(10 * pollMs);
    expect(news.latest).not.toHaveBeenCalled();
    expect(browser.fetchLatest).toHaveBeenCalledOnce();
  });

  test('reconnects if the server’s regular hello events stop', async () => {
    const { connection, streams, stream } = setUp();
    connection.start();
    stream().say('hello', hello);
    stream().say('hello', hello);
    await vi.advanceTimersByTimeAsync(silenceMs);
    expect(streams.map(({ readyState }) => readyState)).toEqual([2, 0]);
  });

  test('has no open stream and no timer after a stop', () => {
    const { connection, stream, fallBack } = setUp();
    connection.start();
    fallBack();
    connection.stop();
    expect(stream().readyState).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
