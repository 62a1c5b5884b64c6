import { afterAll, expect, it } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { operatorEnv, type PlatformProcess, startPlatformProcess } from '../../helpers/platform-process.ts';

const HOUR_MS = 3_600_000;
const HOURS = 6;
const processes: PlatformProcess[] = [];
let first: TestPlatform;
afterAll(async () => {
  for (const running of processes) await running.signal('SIGKILL');
  await first?.stop();
});

interface Counts extends Record<string, unknown> {
  published: number;
  overdue: number;
  gaps: number;
  events: number;
  held: number;
  winners: number;
  wins: number;
}
const counts = async (): Promise<Counts> => {
  const [row] = await queryDatabase<Counts>(
    first.databaseUrl,
    `select (select count(*)::int from draws where status = 'published') as published,
     (select count(*)::int from draws where status <> 'published' and draw_at < now() - interval '5 seconds') as overdue,
     (select count(*)::int from (select 1 from draws group by game_id having max(draw_number) - min(draw_number) + 1 <> count(*)) g) as gaps,
     (select count(*)::int from events where kind = 'result') as events, (select coalesce(sum(draws_held), 0)::int from game_days) as held,
     (select coalesce(sum(winners_total), 0)::int from draws) as winners, (select count(*)::int from wins) as wins`,
  );
  if (!row) throw new Error('no counts');
  return row;
};
const until = async (isTrue: (now: Counts) => boolean): Promise<void> => {
  while (!isTrue(await counts()));
};

it('a platform holds each draw exactly once, even if it is killed several times', async () => {
  // The clock of this platform is six hours slow. Therefore the next platform finds many overdue draws.
  first = await startPlatform({ now: new Date(Date.now() - HOURS * HOUR_MS), seedPlayers: true });
  await first.deps.engine.tick();
  first.clock.advance(10 * 60_000);
  await first.deps.engine.tick();

  for (const kills of [1, 2]) {
    const running = await startPlatformProcess(operatorEnv(first.databaseUrl));
    processes.push(running);
    const { published } = await counts();
    await until((now) => now.published >= published + 15 * kills);
    await running.signal('SIGKILL');
    const after = await counts();
    expect([after.events, after.held, after.wins]).toEqual([after.published, after.published, after.winners]);
  }
  const last = await startPlatformProcess(operatorEnv(first.databaseUrl));
  processes.push(last);
  await until((now) => now.overdue === 0);
  const end = await counts();
  expect(end.gaps).toBe(0);
  expect([end.events, end.held, end.wins]).toEqual([end.published, end.published, end.winners]);
  expect(end.published).toBeGreaterThan(HOURS * 12);
  expect(end.wins).toBeGreaterThan(0);
  expect(await last.signal('SIGTERM')).toEqual({ code: 0, signal: null });
});
