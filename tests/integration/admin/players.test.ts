import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, shortForm, type TestPlayer } from '../../helpers/player.ts';
import { logOf } from './log-lines.ts';

const now = new Date('2026-11-21T12:02:00Z');
const dayMs = 86_400_000;
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  admin = operatorOf(platform);
});
afterAll(() => platform?.stop());

async function login({ username, password }: TestPlayer): Promise<string> {
  return (await platform.call('accounts/login', { type: 2, username, password })).body.firstCode;
}

async function codeOf(player: Pick<FundedPlayer, 'call'>): Promise<string> {
  return (await player.call('wallet', {})).body.firstCode;
}

function change(text: string) {
  return queryDatabase(platform.databaseUrl, text);
}

// Runs SQL as a superuser with disabled triggers, because triggers prevent changes of log lines.
function runWithoutTriggers(text: string) {
  return change(`set session_replication_role = replica; ${text}`);
}

describe('operator command', () => {
  it('`players suspend` stops logins and play until the suspension ends', async () => {
    const player = await createPlayer(platform);
    const until = new Date(platform.clock.now().getTime() + 2 * dayMs).toISOString();
    const suspended = await admin(
      'players',
      'suspend',
      player.email.toUpperCase(),
      '--reason',
      'Asked',
      '--until',
      until,
    );
    expect(suspended.out).toContain(`${player.username} is suspended until ${until}.`);
    expect([await codeOf(player), await login(player)]).toEqual(['15107', '15114']);
    platform.clock.advance(2 * dayMs);
    expect(await login(player)).toBe('10000');
    expect((await admin('players', 'suspend', player.username, '--reason', 'Again')).code).toBe(0);
    expect(await login(player)).toBe('15114');
    expect((await admin('players', 'restore', player.username, '--reason', 'Mended')).code).toBe(0);
    expect(await login(player)).toBe('10000');
    expect((await admin('players', 'restore', player.username, '--reason', 'Mended')).err).toContain(
      'is active',
    );
    expect((await logOf(admin, player.username)).map(({ act }) => act)).toEqual([
      'players restore',
      'players suspend',
      'players suspend',
    ]);
  });

  it('`players suspend` leaves no session open, even from a concurrent login', async () => {
    const player = await createPlayer(platform);
    const [suspended, ...logins] = await Promise.all([
      admin('players', 'suspend', player.username, '--reason', 'Stolen'),
      ...Array.from({ length: 6 }, () =>
        platform.call('accounts/login', { type: 2, username: player.username, password: player.password }),
      ),
    ]);
    expect(suspended.code).toBe(0);
    const opened = logins.flatMap(({ body }) => (body.success ? [body.data.userData.authToken] : []));
    for (const token of opened) {
      const after = await platform.call('wallet', {}, { headers: { authorization: `Bearer ${token}` } });
      expect(after.body.firstCode).toBe('15107');
    }
  });

  it('`players exclude` can extend an exclusion, but never shorten it', async () => {
    const player = await createPlayer(platform);
    const { username } = player;
    // A day without a time means midnight in Asia/Kolkata.
    const soon = await admin(
      'players',
      'exclude',
      username,
      '--reason',
      'Own wish',
      '--until',
      '2027-06-01',
      '--json',
    );
    expect(JSON.parse(soon.out)).toMatchObject({ status: 'excluded', until: '2027-05-31T18:30:00.000Z' });
    expect([await codeOf(player), await login(player)]).toEqual(['15107', '15116']);
    const why = ['--reason', 'Asked for it'];
    expect((await admin('players', 'restore', username, ...why)).err).toContain(
      'cannot end before 2027-05-31T18:30:00.000Z: an exclusion protects the player',
    );
    expect((await admin('players', 'exclude', username, ...why, '--until', '2027-05-01')).err).toContain(
      'never shortened',
    );
    expect((await admin('players', 'suspend', username, ...why)).err).toContain(
      'an exclusion cannot be replaced',
    );
    expect((await admin('players', 'delete', username, ...why)).err).toContain('the player is excluded');
    expect((await admin('players', 'exclude', username, ...why, '--until', '2027-07-01')).code).toBe(0);
    expect(await login(player)).toBe('15116');
  });

  it('`players restore` can end an unlimited exclusion only after 180 days', async () => {
    const player = await createPlayer(platform);
    const { username } = player;
    const why = ['--reason', 'Asked for it'];
    const earliest = new Date(platform.clock.now().getTime() + 180 * dayMs).toISOString();
    expect((await admin('players', 'exclude', username, ...why)).out).toContain(
      `cannot end before ${earliest}`,
    );
    platform.clock.advance(179 * dayMs);
    expect((await admin('players', 'restore', username, ...why)).err).toContain(earliest);
    platform.clock.advance(dayMs);
    expect((await admin('players', 'restore', username, ...why)).code).toBe(0);
    expect(await login(player)).toBe('10000');
  });

  it('`players restore` cannot end an exclusion before the player’s own end date, even if an operator has made the exclusion unlimited', async () => {
    const player = await createPlayer(platform);
    const { username, password } = player;
    const why = ['--reason', 'Asked for it'];
    const { body } = await player.call('limits/exclude', { months: 60, password });
    const { endsAt } = z.object({ data: z.object({ endsAt: z.string() }) }).parse(body).data;
    expect((await admin('players', 'exclude', username, ...why)).out).toContain(
      `cannot end before ${endsAt}`,
    );
    platform.clock.set(new Date(Date.parse(endsAt) - 1));
    expect((await admin('players', 'restore', username, ...why)).err).toContain(
      `cannot end before ${endsAt}`,
    );
    const other = shortForm({ email_address: player.email.replace('@', '+second@') });
    expect((await platform.call('accounts/signup', other)).body.firstCode).toBe('10497');
    platform.clock.advance(1);
    expect((await admin('players', 'restore', username, ...why)).code).toBe(0);
    expect(await login(player)).toBe('10000');
  });

  it('`players show` prints status, wallet and latest activity', async () => {
    const player = await fundedPlayer(platform, {
      funds: { deposit: 1234_50, loyalty: 7 },
      account: {
        email: 'Show.Me@mail.example',
        emailKey: 'show.me@mail.example',
        emailVerifiedAt: now,
        mobile: '+919876500001',
      },
    });
    await admin('players', 'identity', player.accountId, 'approve');
    const [byMail, byMobile] = [
      await admin('players', 'show', 'show.me@mail.example'),
      await admin('players', 'show', '+919876500001', '--json'),
    ];
    for (const words of [
      'INR 1,234.50',
      '7 points',
      'verified 2026',
      'identity   approved',
      'sessions   1 open',
    ])
      expect(byMail.out).toContain(words);
    expect(JSON.parse(byMobile.out)).toMatchObject({
      accountId: player.accountId,
      balancesMinor: { deposit: 1234_50 },
      lastMovements: [
        { kind: 'correction', amountMinor: 7 },
        { kind: 'correction', amountMinor: 1234_50 },
      ],
      lastActs: [{ act: 'players identity', operator: 'asha' }],
    });
    expect((await admin('players', 'show', 'nobody-of-that')).err).toBe('unknown player: nobody-of-that');
  });
});

describe('operator log', () => {
  it('rejects changes of its lines, even by the owner of the database', async () => {
    for (const text of [
      `update admin_log set operator = 'somebody'`,
      'delete from admin_log where line_no = 1',
      'truncate admin_log',
    ])
      await expect(change(text)).rejects.toThrow('the log is only added to');
  });

  it('reveals changed and deleted lines when it is checked, and a cut-off end if the newest hash is given', async () => {
    const before = await admin('log', '--check', '--json');
    expect(before.code).toBe(0);
    const { lines, newestHash } = z
      .object({ lines: z.number(), newestHash: z.string() })
      .parse(JSON.parse(before.out));
    await admin('withdrawals', 'approve', randomUUID());
    const still = await admin('log', '--check', '--known', newestHash);
    expect(still).toMatchObject({
      code: 0,
      out: `${lines} lines, newest hash: ${newestHash}\nThe log is intact.`,
    });
    await runWithoutTriggers(`update admin_log set reason = 'Nothing of it' where line_no = 2`);
    const changed = await admin('log', '--check');
    expect(changed.out).toContain('WRONG: line 2 has changed since it was written');
    expect(changed.code).toBe(1);
    await runWithoutTriggers('delete from admin_log where line_no = 2');
    expect((await admin('log', '--check')).out).toContain('WRONG: line 2 is missing');
    await runWithoutTriggers(`delete from admin_log where line_no = ${lines}`);
    expect((await admin('log', '--check', '--known', newestHash)).out).toContain(
      'WRONG: no line has the hash that was noted',
    );
  });
});

it('the admin program rejects a malformed command and prints its usage', async () => {
  const wrong: [string[], string][] = [
    [[], 'a command is missing'],
    [['players'], 'unknown command: players'],
    [['withdrawals', 'approve'], 'withdrawals approve is used like this: withdrawals approve ID'],
    [['withdrawals', 'approve', 'ID'], 'ID is not the id of a withdrawal'],
    [['withdrawals', 'refuse', randomUUID()], 'withdrawals refuse needs --reason'],
    [['withdrawals', 'list', '--until', '2027-01-01'], 'withdrawals list has no option --until'],
    [['players', 'suspend', 'x', '--reason', ' '], '--reason must have 1 to 300 characters'],
    [['players', 'suspend', 'x', '--reason', 'y', '--until', 'tomorrow'], '--until must be a day such as'],
    [['players', 'suspend', 'x', '--reason', 'y', '--until', '2020-01-01'], '--until is in the past'],
    [['players', 'identity', 'x', 'refuse'], 'needs --reason'],
    [['players', 'show', 'x', '--force'], "Unknown option '--force'"],
  ];
  for (const [args, words] of wrong) {
    const { code, err } = await admin(...args);
    expect([code, err], args.join(' ')).toEqual([2, expect.stringContaining(words)]);
  }
  const nobody = await operatorOf(platform, {}, {})('players', 'suspend', 'x', '--reason', 'y');
  expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('state your name: --by NAME') });
  expect((await admin('--help')).out).toContain('withdrawals approve ID');
});
