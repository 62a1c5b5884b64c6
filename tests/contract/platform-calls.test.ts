import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallRequest, calls, type ReadCallName } from '../../shared/contract/calls.ts';
import { ContentPage } from '../../shared/contract/content.ts';
import { ResultEvent } from '../../shared/contract/events.ts';
import { openEvents } from '../helpers/event-stream.ts';
import { authHeaders, startPlatform, type TestPlatform } from '../helpers/platform.ts';

const NOW = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now: NOW, historyDays: 8 });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

const games = ['daily', 'pick3', 'jackpot', 'keno', 'raffle', 'symbols', 'jaldi'];
const range = { action: 'result', resultFrom: '2026-11-15', resultTo: '2026-11-21' } as const;

/** Requests for every variant of all read calls. TypeScript reports an error if a read call has no entry. */
const requests: { [N in ReadCallName]: CallRequest<N>[] } = {
  result: [
    { ...range, showAllResult: false },
    { ...range, showAllResult: true },
    ...games.map((lastestGameId) => Object.assign({ lastestGameId, showAllResult: true }, range)),
    { ...range, showAllResult: true, lastestGameId: 'daily', drawNumber: 323 },
    { ...range, showAllResult: true, lastestGameId: 'daily', drawNumber: 1 },
  ],
  upcomingDraw: [{ action: 'upcomingDraw' }],
  gameList: [{}],
  winners: [{}, { lastestGameId: 'jackpot' }],
  'games/listfolders': [{}, { userLanguge: 'hi' }],
  'download/games': [{}, { gameId: 'keno' }, { gameId: 'poker' }],
  'news-and-trends': [{}, { page: 2 }, { year: 2026, month: 11 }],
  'recent-news-and-trends': [{}],
  monthwisepostscount: [{}],
  'draws/open': games.map((gameId) => ({ gameId })),
  'draws/published': games.map((gameId) => ({ gameId, from: 1, count: 2500 })),
  'draws/statistics': games.map((gameId) => ({ gameId })),
  'draws/verify': [{ drawId: 'raffle-47' }, { drawId: 'keno-7794' }, { drawId: 'jackpot-94' }],
};

const isRead = (name: string): name is ReadCallName => Object.hasOwn(requests, name);
const cases = Object.keys(requests)
  .filter(isRead)
  .flatMap((name) =>
    requests[name].map((data) => ({ name, data, title: `${name} ${JSON.stringify(data)}` })),
  );

describe('an answer of the platform', () => {
  it.each(cases)('matches the contract for $title', async ({ name, data }) => {
    const { status, body } = await platform.call(name, data);
    expect([status, body.success, body.firstCode]).toEqual([200, true, '10000']);
    const parsed = calls[name].response.safeParse(body.success ? body.data : null);
    expect(parsed.error).toBeUndefined();
    // The platform sends only fields that the contract declares.
    expect(parsed.data).toEqual(body.success ? body.data : null);
  });

  it('has the code 10710 for an unknown draw', async () => {
    for (const drawId of ['keno-1', 'keno-99999999999', 'poker-1', 'keno', "keno-1' or '1'='1"]) {
      const { status, body } = await platform.call('draws/verify', { drawId });
      expect([drawId, status, body]).toEqual([drawId, 200, { success: false, firstCode: '10710' }]);
    }
  });
});

describe('the platform', () => {
  it('sends events of type "result" that match the contract', async () => {
    const reader = await openEvents(platform.url);
    platform.clock.set(new Date('2026-11-21T12:30:00Z'));
    await platform.deps.engine.tick();
    const gameIds: string[] = [];
    for (let read = 0; read < 9; read++) {
      const event = ResultEvent.safeParse(JSON.parse((await reader.next()).data));
      expect(event.error).toBeUndefined();
      gameIds.push(event.data?.result.gameId ?? '');
    }
    expect([...new Set(gameIds)].toSorted()).toEqual(['jaldi', 'keno', 'pick3', 'symbols']);
    reader.close();
  });

  it('answers GET /cms/content/{lang}/{name}.json according to the contract', async () => {
    const response = await fetch(`${platform.url}/cms/content/en/home.json`, { headers: authHeaders });
    expect(ContentPage.parse(await response.json()).isSuccess).toBe(true);
  });
});
