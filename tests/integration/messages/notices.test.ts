import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishNotices } from '../../../platform/notifications/notices.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer } from '../../helpers/player.ts';
import { startProgram } from '../../helpers/program.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
let folder: string;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  // The platform must not move staged mails (mails about notifications) to the message queue, because the tests count
  // the staged mails.
  await platform.deps.messages.stop();
  admin = operatorOf(platform);
  folder = await mkdtemp(path.join(tmpdir(), 'notices-'));
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

// Exclude the players of earlier tests, so that each test counts only its own players.
beforeEach(() =>
  queryDatabase(platform.databaseUrl, "update accounts set status = 'excluded', status_until = null"),
);

async function noticeFile(name: string, text: string): Promise<string> {
  const file = path.join(folder, `${name}.yaml`);
  await writeFile(file, text);
  return file;
}

/** Creates a player who has a verified address and wants all mails, and then changes columns of the account. */
async function reader(userLanguge: string, change = 'username = username') {
  const player = await createPlayer(platform, { userLanguge });
  const all = 'email_verified_at = created_at, wants_promotions = true, wants_notice_mails = true';
  for (const columns of [all, change])
    await queryDatabase(platform.databaseUrl, `update accounts set ${columns} where account_id = $1`, [
      player.accountId,
    ]);
  return player;
}

async function titlesOf(accountId: string): Promise<string[]> {
  const rows = await queryDatabase<{ title: string }>(
    platform.databaseUrl,
    "select data ->> 'title' as title from notifications where account_id = $1 and kind in ('promotion', 'notice')",
    [accountId],
  );
  return rows.map(({ title }) => title);
}

async function mailSubjects(address: string): Promise<(string | null)[]> {
  const mails = await readOutbox(platform, address);
  return mails.filter(({ template }) => template !== 'welcome').map(({ subject }) => subject);
}

describe('admin command `notices send`', () => {
  const english = 'en: { title: A new game, text: It begins on Friday. }\n';
  const norwegian = 'nb: { title: Et nytt spill, text: Det begynner fredag. }\n';

  it('sends a promotion in each player’s language by notification and mail, but not to players who are blocked or have opted out', async () => {
    const [asha, kari, paulo] = [await reader('en'), await reader('nb'), await reader('pt')];
    const unverified = await reader('en', 'email_verified_at = null');
    const unwilling = [
      await reader('en', 'wants_promotions = false'),
      await reader('en', "status = 'excluded'"),
      await reader('en', "status = 'suspended'"),
      await reader('en', "timed_out_until = timestamptz '2026-11-22T00:00Z'"),
    ];
    const file = await noticeFile('promotion', `kind: promotion\n${english}${norwegian}`);
    const planned = await admin('notices', 'send', file, '--dry-run');
    expect(planned.out).toContain('en: 2 on the site, 1 by mail');
    expect(planned.out).toContain('nb: 1 on the site, 1 by mail');
    expect(planned.out).toContain('In total 4 on the site, 3 by mail.');
    expect(await titlesOf(asha.accountId)).toEqual([]);

    const sent = await admin('notices', 'send', file);
    expect([sent.code, sent.out]).toEqual([0, expect.stringContaining('Sent: 4 players notified')]);
    expect(sent.err).toContain('4 players notified, 3 mails staged');
    expect(await titlesOf(asha.accountId)).toEqual(['A new game']);
    expect(await titlesOf(kari.accountId)).toEqual(['Et nytt spill']);
    expect(await titlesOf(paulo.accountId)).toEqual(['A new game']);
    expect(await mailSubjects(kari.email)).toEqual(['Et nytt spill']);
    expect(await titlesOf(unverified.accountId)).toEqual(['A new game']);
    expect(await mailSubjects(unverified.email)).toEqual([]);
    for (const { accountId, email } of unwilling) {
      expect(await titlesOf(accountId)).toEqual([]);
      expect(await mailSubjects(email)).toEqual([]);
    }
    const again = await admin('notices', 'send', file);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('already sent to 4 players')]);
    expect((await admin('notices', 'list')).out).toContain('promotion  sent: 4 notified, 3 mails  by asha');
  });

  it('sends a notice to all players except those in a time-out or exclusion, and by mail only to players who asked for notice mails', async () => {
    const asha = await reader('en', 'wants_promotions = false');
    const quiet = await reader('en', 'wants_notice_mails = false');
    const suspended = await reader('en', "status = 'suspended'");
    const leaving = await reader('en');
    const inBreak = [
      await reader('en', "timed_out_until = timestamptz '2026-11-22T00:00Z'"),
      await reader('en', "status = 'excluded'"),
    ];
    const file = await noticeFile(
      'notice',
      'kind: notice\nen: { title: New terms, text: They apply on Friday. }\n',
    );
    expect((await admin('notices', 'send', file)).code).toBe(0);
    await queryDatabase(
      platform.databaseUrl,
      "update accounts set status = 'excluded' where account_id = $1",
      [leaving.accountId],
    );
    expect(await titlesOf(asha.accountId)).toEqual(['New terms']);
    expect(await mailSubjects(asha.email)).toEqual(['New terms']);
    // Suspended players receive this notice, because the changed terms apply to them as well.
    expect(await titlesOf(suspended.accountId)).toEqual(['New terms']);
    expect(await mailSubjects(suspended.email)).toEqual(['New terms']);
    for (const { accountId, email } of inBreak) {
      expect(await titlesOf(accountId)).toEqual([]);
      expect(await mailSubjects(email)).toEqual([]);
    }
    expect(await titlesOf(quiet.accountId)).toEqual(['New terms']);
    expect(await mailSubjects(quiet.email)).toEqual([]);
    // This player was excluded after the notice was sent, but before the mail was sent.
    expect(await mailSubjects(leaving.email)).toEqual([]);
  });

  it('finds a promotion of the site by its name, and counts only players who want promotions', async () => {
    const kari = await reader('nb');
    const planned = await admin('notices', 'send', 'welcome-bonus', '--dry-run', '--json');
    expect(JSON.parse(planned.out)).toMatchObject({ kind: 'promotion', notified: 1, mailed: 1 });
    await queryDatabase(
      platform.databaseUrl,
      'update accounts set wants_promotions = false where account_id = $1',
      [kari.accountId],
    );
    const nobody = await admin('notices', 'send', 'welcome-bonus', '--dry-run');
    expect(nobody.out).toContain('In total 0 on the site');
  });

  it.each([
    ['unknown', 'neither a .yaml file nor a promotion'],
    ['missing.yaml', 'ENOENT'],
  ])('rejects the source %s', async (source, message) => {
    const { code, err } = await admin('notices', 'send', source);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('notifies every player once, even if the program is killed while it sends', async () => {
    await queryDatabase(
      platform.databaseUrl,
      `insert into accounts (username, username_key, password_hash, email, email_key, email_verified_at, currency_code,
        language, avatar_image, wants_promotions, referral_code, created_at)
      select 'many' || n, 'many' || n, '', 'many' || n || '@mail.example', 'many' || n || '@mail.example', now(), 'INR',
        'en', 'avatar-01', true, 'MANY' || n, timestamptz '2026-11-21T00:00Z' from generate_series(1, 3000) as n`,
    );
    const file = await noticeFile('large', 'kind: promotion\nen: { title: Large, text: To everybody. }\n');
    const env = { DATABASE_URL: platform.databaseUrl, DRAW_SEAL_KEY: testKeys.drawSealKey, USER: 'asha' };
    const killed = startProgram(['dist/platform/admin/main.js', 'notices', 'send', file], env);
    await killed.waitForOutput(/1000 players notified/);
    expect(await killed.signal('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
    const counts = async () => {
      const [row] = await queryDatabase<{ players: string; notified: string; mails: string; open: string }>(
        platform.databaseUrl,
        `select count(distinct account_id) as players, count(*) as notified,
          (select count(*) from player_mails) as mails,
          (select count(*) from notices where finished_at is null) as open
        from notifications where data ->> 'title' = 'Large'`,
      );
      return Object.values(row ?? {}).map(Number);
    };
    const [players = 0, notified, mails, open] = await counts();
    expect([players >= 1000 && players < 3000, notified, mails, open]).toEqual([true, players, players, 1]);
    // After a while, the platform notifies the remaining players, even if the operator does not run the command again.
    platform.clock.set(new Date(Date.now() + 10 * 60_000));
    await finishNotices(platform.deps.db, platform.clock, new AbortController().signal);
    expect(await counts()).toEqual([3000, 3000, 3000, 0]);
  });
});
