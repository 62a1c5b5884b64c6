import { afterEach, describe, expect, it } from 'vitest';
import { ResultEvent } from '../../../shared/contract/events.ts';
import { closeConnections, queryDatabase } from '../../helpers/database.ts';
import { type EventReader, openEvents } from '../../helpers/event-stream.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const START = new Date('2026-11-18T12:02:00Z');
const JALDI_MS = 5 * 60_000;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const start = async (beside?: TestPlatform): Promise<TestPlatform> => {
  const platform = await startPlatform({
    now: START,
    catalogue: gamesOf('jaldi'),
    ...(beside ? { beside } : {}),
  });
  closers.push(() => platform.stop());
  await platform.deps.engine.tick();
  return platform;
};
const listen = async (platform: TestPlatform, headers: Record<string, string> = {}): Promise<EventReader> => {
  const reader = await openEvents(platform.url, headers);
  closers.push(() => reader.close());
  return reader;
};
const drawNext = async (platform: TestPlatform): Promise<void> => {
  platform.clock.advance(JALDI_MS);
  await platform.deps.engine.tick();
};

describe('GET /api/v1/events', () => {
  it('sends the retry time and then each result', async () => {
    const platform = await start();
    const reader = await listen(platform);
    expect(reader.preamble()).toEqual({ comments: [expect.any(String)], retryMs: 2000 });
    await drawNext(platform);
    const message = await reader.next();
    expect(message.event).toBe('result');
    const event = ResultEvent.parse(JSON.parse(message.data));
    expect(event.tags).toEqual(['results', 'results:jaldi', 'upcoming', 'upcoming:jaldi', 'winners']);
    const { body } = await platform.call('result', {
      action: 'result',
      showAllResult: false,
      resultFrom: '2026-11-18',
      resultTo: '2026-11-18',
    });
    expect(body.success && body.data.latestResult).toEqual([event.result]);
  });

  it('sends results of draws that another platform process has held', async () => {
    const first = await start();
    const second = await start(first);
    const reader = await listen(second);
    await drawNext(first);
    const event = ResultEvent.parse(JSON.parse((await reader.next()).data));
    expect(event.result.drawStartDate).toBe('2026-11-18T12:05:00.000Z');
  });

  it('sends the events after Last-Event-ID once, in order', async () => {
    const platform = await start();
    const reader = await listen(platform);
    await drawNext(platform);
    const first = await reader.next();
    reader.close();
    for (let missed = 0; missed < 3; missed++) await drawNext(platform);
    const again = await listen(platform, { 'last-event-id': first.id ?? '' });
    await drawNext(platform);
    const times: string[] = [];
    for (let read = 0; read < 4; read++) {
      times.push(ResultEvent.parse(JSON.parse((await again.next()).data)).result.drawStartDate.slice(11, 16));
    }
    expect(times).toEqual(['12:10', '12:15', '12:20', '12:25']);
  });

  it.each([
    ['an invalid id', 'yesterday'],
    ['an id that was never assigned', '999999'],
  ])('sends a reset for %s, then continues', async (_, id) => {
    const platform = await start();
    await drawNext(platform);
    const reader = await listen(platform, { 'last-event-id': id });
    expect((await reader.next()).event).toBe('reset');
    await drawNext(platform);
    expect((await reader.next()).event).toBe('result');
  });

  it('sends a reset when the client has missed more than 1,000 events', async () => {
    const platform = await start();
    await queryDatabase(
      platform.databaseUrl,
      `insert into events (draw_id, payload, created_at) select 'jaldi-1', '{}', $1 from generate_series(1, 1002)`,
      [START],
    );
    const reader = await listen(platform, { 'last-event-id': '1' });
    const message = await reader.next();
    expect([message.event, message.id]).toEqual(['reset', '1002']);
    const near = await listen(platform, { 'last-event-id': '2' });
    expect(await near.next()).toMatchObject({ event: 'result', id: '3' });
  });

  it('continues after the database has closed its connections', async () => {
    const platform = await start();
    const reader = await listen(platform);
    await closeConnections(platform.databaseUrl);
    platform.clock.advance(JALDI_MS);
    // The first tick may fail, because the engine may still use a connection that has already ended.
    await expect.poll(() => platform.deps.engine.tick()).toBeGreaterThan(0);
    expect((await reader.next()).event).toBe('result');
  });

  it('keeps events for 7 days, after which housekeeping deletes them', async () => {
    const platform = await start();
    const day = 86_400_000;
    const ages = [8 * day, 7 * day - 2 * JALDI_MS];
    for (const age of ages) {
      await queryDatabase(
        platform.databaseUrl,
        `insert into events (draw_id, payload, created_at) values ($1, '{}', $2)`,
        [`jaldi-${age}`, new Date(START.getTime() + 3_600_000 - age)],
      );
    }
    platform.clock.advance(3_600_000);
    await platform.deps.housekeeping.run();
    const kept = await queryDatabase<{ draw_id: string }>(
      platform.databaseUrl,
      `select draw_id from events where payload = '{}'`,
    );
    expect(kept.map((row) => row.draw_id)).toEqual([`jaldi-${ages[1]}`]);
  });

  it('ends the event streams when the platform stops', async () => {
    const platform = await start();
    const reader = await listen(platform);
    await platform.stop();
    expect(await reader.ended).toBe('ended');
  });
});
