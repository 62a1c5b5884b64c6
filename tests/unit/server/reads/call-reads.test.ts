import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDataCache } from '../../../../server/cache/data-cache.ts';
import { createReads, type Reads } from '../../../../server/cache/reads.ts';
import { createTagRegistry } from '../../../../server/cache/tags.ts';
import { type CallReads, createCallReads } from '../../../../server/reads/call-reads.ts';
import { createSources } from '../../../../server/reads/sources.ts';
import { createPlatformClient } from '../../../../server/upstream/platform-client.ts';
import { UpstreamError } from '../../../../server/upstream/upstream-error.ts';
import { createRecordingLog } from '../../../helpers/recording-log.ts';
import { sampleDraw, sampleResult } from '../../../helpers/sample-data.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const minuteMs = 60_000;
const kenoDraw = sampleDraw({
  gameId: 'keno',
  drawNumber: 101,
  drawStartDate: new Date(now + 20_000).toISOString(),
});
const pick3Draw = sampleDraw({
  gameId: 'pick3',
  drawNumber: 51,
  drawStartDate: new Date(now + 30 * minuteMs).toISOString(),
});

/** Returns the platform's default answer to each call. Tests replace some of these answers. */
function platformAnswers(): Record<string, (data: Record<string, unknown>) => unknown> {
  const noResults = { latestResult: [], result: [], cursor: null, error: null };
  const neighbours = { previousDrawNumber: null, nextDrawNumber: null };
  return {
    upcomingDraw: () => ({ gameList: [kenoDraw, pick3Draw], error: null }),
    result: ({ showAllResult, lastestGameId, drawNumber }) =>
      showAllResult
        ? {
            ...noResults,
            ...neighbours,
            result: [
              sampleResult({
                gameId: String(lastestGameId),
                drawId: `${String(lastestGameId)}-${String(drawNumber)}`,
              }),
            ],
          }
        : { ...noResults, ...neighbours, latestResult: [sampleResult({ gameId: 'keno', drawNumber: 100 })] },
    gameList: () => ({ gameList: [], error: null }),
  };
}

let answers: ReturnType<typeof platformAnswers>;
let loaded: { name: string; data: unknown }[];
let newReads: () => Reads;
let callReads: CallReads;

beforeEach(() => {
  vi.useFakeTimers({ now });
  answers = platformAnswers();
  loaded = [];
  const { log } = createRecordingLog();
  const cache = createDataCache({
    maxBytes: 1_000_000,
    tags: createTagRegistry(),
    log,
    timeZone: 'Asia/Kolkata',
  });
  newReads = () => createReads(cache);
  const { call } = createPlatformClient({
    origin: 'http://127.0.0.1:1',
    log,
    ucid: 'u',
    apiKey: 'k',
    hash: 'h',
    signing: 'static',
  });
  const load: typeof call = async (name, data) => {
    loaded.push({ name, data });
    const answer = answers[name];
    if (!answer) throw new UpstreamError('platform', 'refused', name);
    return JSON.parse(JSON.stringify(answer({ ...data })));
  };
  callReads = createCallReads({
    platform: { call: load },
    visitors: { call: load },
    timeZone: 'Asia/Kolkata',
    nowMs: () => Date.now(),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const days = { resultFrom: '2026-11-21', resultTo: '2026-11-21' };
const resultsOf = (lastestGameId?: string, drawNumber?: number) => ({
  action: 'result' as const,
  showAllResult: true,
  lastestGameId,
  drawNumber,
  ...days,
});

describe('createCallReads', () => {
  it('ends the freshness of one game’s results at that game’s next draw', async () => {
    const reads = newReads();
    await callReads.read(reads, 'result', resultsOf('keno'));
    expect(reads.summary()).toMatchObject({ expiresAtMs: now + 20_000, tags: ['results:keno'] });
  });

  it('keeps one game’s results fresh while only another game is drawn', async () => {
    const reads = newReads();
    await callReads.read(reads, 'result', resultsOf('pick3'));
    expect(reads.summary()).toMatchObject({ expiresAtMs: now + minuteMs, tags: ['results:pick3'] });
  });

  it('ends the freshness of all games’ results at the first draw of any game', async () => {
    const reads = newReads();
    await callReads.read(reads, 'result', resultsOf());
    expect(reads.summary()).toMatchObject({ expiresAtMs: now + 20_000, tags: ['results'] });
  });

  it('keeps results fresh for the policy’s lifetime if no next draw is known', async () => {
    delete answers['upcomingDraw'];
    const reads = newReads();
    await callReads.read(reads, 'result', resultsOf('keno'));
    expect(reads.summary()).toMatchObject({ expiresAtMs: now + minuteMs });
  });

  it('keeps an older result of a game fresh during later draws', async () => {
    const reads = newReads();
    await callReads.read(reads, 'result', resultsOf('keno', 99));
    expect(reads.summary()).toMatchObject({ tags: ['draws:keno'] });
    vi.setSystemTime(now + 45 * minuteMs);
    const later = loaded.length;
    await callReads.read(newReads(), 'result', resultsOf('keno', 99));
    expect(loaded.slice(later).map(({ data }) => data)).not.toContainEqual(
      expect.objectContaining({ drawNumber: 99 }),
    );
  });

  it('ends the freshness of a game’s newest result at the next draw', async () => {
    const reads = newReads();
    await callReads.read(reads, 'result', resultsOf('keno', 100));
    expect(reads.summary()).toMatchObject({ expiresAtMs: now + 20_000, tags: ['results:keno'] });
  });

  it('uses the same cache entry for a page and for a call from the browser', async () => {
    const contentReads = { page: async () => null, item: async () => null };
    const sources = createSources({ reads: newReads(), callReads, contentReads, lang: 'en' });
    await sources.results({ lastestGameId: 'keno', ...days });
    const before = loaded.length;
    await callReads.read(newReads(), 'result', resultsOf('keno'));
    expect(loaded).toHaveLength(before);
  });

  it('throws the platform’s error if nothing is cached', async () => {
    delete answers['gameList'];
    await expect(callReads.read(newReads(), 'gameList', {})).rejects.toMatchObject({ kind: 'refused' });
  });
});
