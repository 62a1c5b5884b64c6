import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fund } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, shortForm, type TestPlayer } from '../../helpers/player.ts';
import { addBankAccount } from '../../helpers/player-actions.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
let folder: string;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  admin = operatorOf(platform);
  folder = await mkdtemp(path.join(tmpdir(), 'golden-export-'));
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

function query<R extends Record<string, unknown>>(text: string, values: unknown[] = []) {
  return queryDatabase<R>(platform.databaseUrl, text, values);
}

async function nextDraw(): Promise<string> {
  const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
  const draw = body.success ? body.data.gameList[0] : undefined;
  if (!draw) throw new Error('no draw to come');
  return draw.drawId;
}

/**
 * Creates a player with data in many tables. The player verifies the mail address, adds a bank account, sets a limit,
 * begins a deposit, buys tickets and writes to support.
 */
async function activePlayer(): Promise<TestPlayer> {
  const player = await createPlayer(platform);
  const { email, accountId } = player;
  await player.call('accounts/sendEmailOtp', {});
  const verified = await player.call('accounts/verifyEmailOtp', { otp: await newestOtp(platform, email) });
  expect(verified.body.firstCode).toBe('10000');
  await admin('players', 'identity', player.username, 'approve', '--reason', 'Passport seen');
  await addBankAccount(player);
  await fund(platform, accountId, 'deposit', 1000_00);
  await fund(platform, accountId, 'casino-bonus', 20_00);
  await fund(platform, accountId, 'loyalty', 9, 'PTS');
  await player.call('limits/set', { kind: 'spend', period: 'month', amount: 5000_00 });
  await player.call('cashier/deposit', { amount: 500_00, idempotencyKey: randomUUID() });
  const bought = await player.call('tickets/buy', {
    gameId: 'jaldi',
    drawId: await nextDraw(),
    lines: Array.from({ length: 10 }, (_, number) => ({ number })),
    idempotencyKey: randomUUID(),
  });
  expect(bought.body.firstCode).toBe('10000');
  await query(
    `insert into support_messages (reference, kind, username, email, message, created_at)
     values ($1, 'contact', 'A player', $2, 'Where is my ticket?', now())`,
    [randomUUID(), email.toUpperCase()],
  );
  return player;
}

/** Maps each table with players' data to the list that contains this data in the exported file. */
const listOfTable: Record<string, string> = {
  accounts: 'account',
  sessions: 'sessions',
  pending_contacts: 'pendingContacts',
  contact_take_backs: 'previousContacts',
  // `signup_answers` contains hashes and the encrypted response of a signup. A signup opens a session, so the export
  // lists this data with the sessions.
  signup_answers: 'sessions',
  identity_checks: 'identityChecks',
  identity_documents: 'identityDocuments',
  notifications: 'notifications',
  claim_refusals: 'refusedPrizes',
  player_mails: 'playerMails',
  win_mails: 'winMails',
  player_limits: 'limits',
  limit_counters: 'limitCounters',
  // `excluded_persons` contains only hashes of the contacts. The contacts themselves are in the list `account`.
  excluded_persons: 'account',
  purchases: 'purchases',
  // `played_draws` is derived from the purchases.
  played_draws: 'purchases',
  tickets: 'tickets',
  payments: 'deposits',
  destinations: 'destinations',
  withdrawals: 'withdrawals',
  admin_log: 'actsOfOperators',
  promo_uses: 'promoUses',
  referrals: 'friendsBrought',
  invitations: 'invitations',
  loyalty_exchanges: 'loyaltyExchanges',
};

describe('admin command `players export`', () => {
  it('includes every table that contains players’ data', async () => {
    const tables = await query<{ name: string }>(`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'accounts'::regclass
      union select table_name from information_schema.columns
      where column_name = 'account_id' and data_type = 'uuid'
         and table_name not in (select name from month_partitions) and table_schema = 'public'`);
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(listOfTable).toSorted());
  });

  it('writes all data of a player, except secrets, to a private file', async () => {
    const player = await activePlayer();
    await drawNextJaldi(platform);
    const asked = await player.call('cashier/withdraw', { amount: 500_00, idempotencyKey: randomUUID() });
    expect(asked.body.firstCode).toBe('10000');
    const file = path.join(folder, 'export.json');
    const ran = await admin('players', 'export', player.username, '--out', file, '--json');
    expect([ran.code, ran.err]).toEqual([0, '']);
    const text = await readFile(file, 'utf8');
    const exported = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    expect(exported['account']).toMatchObject({
      accountId: player.accountId,
      username: player.username,
      email: player.email,
      kycState: 'approved',
    });
    const { rows } = z.object({ rows: z.record(z.string(), z.number()) }).parse(JSON.parse(ran.out));
    for (const list of Object.values(listOfTable)) expect(exported, list).toHaveProperty(list);
    expect(rows).toMatchObject({
      sessions: 1,
      purchases: 1,
      tickets: 10,
      deposits: 1,
      withdrawals: 1,
      supportMessages: 1,
      actsOfOperators: 2,
    });
    expect(rows['wins']).toBeGreaterThan(0);
    expect(rows['messages']).toBeGreaterThan(0);
    const [ledger] = await query<{ entries: number }>(
      `select count(*)::integer as entries from ledger_entries join ledger_accounts using (account_id) where owner = $1`,
      [`player:${player.accountId}`],
    );
    expect(rows['ledger']).toBe(ledger?.entries);
    const [secret] = await query<{ password_hash: string; token_hash: string }>(
      'select password_hash, token_hash from accounts join sessions using (account_id) where account_id = $1',
      [player.accountId],
    );
    for (const hash of [secret?.password_hash, secret?.token_hash, player.token])
      expect(text).not.toContain(hash);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await admin('players', 'export', player.username, '--out', file);
    expect([again.code, again.err]).toEqual([1, `${file} exists: files are not overwritten`]);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('writes all rows of a long list', async () => {
    const { username, accountId } = await createPlayer(platform);
    await query(
      `insert into notifications (account_id, kind, data, created_at)
       select $1, 'promotion', jsonb_build_object('title', n, 'text', 'x'), now() from generate_series(1, 2500) n`,
      [accountId],
    );
    const file = path.join(folder, 'many.json');
    expect((await admin('players', 'export', username, '--out', file)).code).toBe(0);
    const { notifications } = z
      .object({ notifications: z.array(z.unknown()) })
      .parse(JSON.parse(await readFile(file, 'utf8')));
    expect(notifications).toHaveLength(2501);
  });
});

describe('admin command `players delete`', () => {
  const why = ['--reason', 'Own wish'];

  it('is rejected while the player has money, open tickets or open deposits', async () => {
    const player = await activePlayer();
    const { code, err } = await admin('players', 'delete', player.username, ...why);
    expect(code).toBe(1);
    expect(err).toContain('INR 910.00 in deposit');
    expect(err).toMatch(/tickets of 1 draw that are not settled: jaldi-\d+/);
    expect(err).toContain('a deposit begun in the last 14 days may still arrive: ');
    expect((await player.call('wallet', {})).body.firstCode).toBe('10000');
    const keyless = await operatorOf(platform, { drawSealKeys: [] })(
      'players',
      'delete',
      player.username,
      ...why,
    );
    expect(keyless).toMatchObject({ code: 78, err: expect.stringContaining('DRAW_SEAL_KEY is missing') });
  });

  it('leaves no open ticket behind when a purchase runs concurrently', async () => {
    for (const nth of [1, 2, 3]) {
      const player = await createPlayer(platform);
      await fund(platform, player.accountId, 'casino-bonus', 55_00);
      const drawId = await nextDraw();
      const buy = (number: number) =>
        player.call('tickets/buy', {
          gameId: 'jaldi',
          drawId,
          lines: [{ number }],
          idempotencyKey: randomUUID(),
        });
      const first = Array.from({ length: nth }, (_, number) => buy(number));
      const [deleted, ...bought] = await Promise.all([
        admin('players', 'delete', player.accountId, ...why),
        ...first,
        buy(nth),
      ]);
      const sold = bought.filter(({ body }) => body.success).length;
      expect(sold).toBe(deleted.code === 0 ? 0 : nth + 1);
    }
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('erases personal data and keeps the ledger correct', async () => {
    const player = await activePlayer();
    const { accountId, username, email } = player;
    await drawNextJaldi(platform);
    platform.clock.advance(14 * 86_400_000);
    // The player logs in again, because the session has expired after 14 days.
    const { body } = await platform.call('accounts/login', { type: 2, username, password: player.password });
    const authorization = `Bearer ${body.success ? body.data.userData.authToken : ''}`;
    const balances = await platform.deps.ledger.balances(`player:${accountId}`, 'INR');
    const cash = (balances.get('deposit') ?? 0) + (balances.get('winnings') ?? 0);
    const withdrawal = await platform.call(
      'cashier/withdraw',
      { amount: cash, idempotencyKey: randomUUID() },
      { headers: { authorization } },
    );
    if (!withdrawal.body.success) throw new Error(JSON.stringify(withdrawal.body));
    expect((await admin('players', 'delete', username, ...why)).err).toContain('held for withdrawals');
    await admin('withdrawals', 'approve', withdrawal.body.data.withdrawalId);
    await admin('withdrawals', 'paid', withdrawal.body.data.withdrawalId, '--reason', 'By cheque');
    await platform.call('accounts/sendOtp', { type: 3, email_address: email, notification_type: 2 });

    const dry = await admin('players', 'delete', username, ...why, '--dry-run');
    expect(dry.out).toContain('A dry run: nothing was changed.');
    expect((await admin('players', 'show', username)).code).toBe(0);
    const ran = await admin('players', 'delete', username, ...why);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain('18 points of bonuses and points returned to the house.');

    const after = await platform.call('wallet', {}, { headers: { authorization } });
    expect(after.body.firstCode).toBe('15107');
    const login = await platform.call('accounts/login', { type: 2, username, password: player.password });
    expect(login.body.firstCode).toBe('15111');
    expect(await readOutbox(platform, email)).toEqual([]);
    // After the deletion, no column of the database contains the player's data.
    const tables = await query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const [found] = await query<{ rows: number }>(
        `select count(*)::integer as rows from ${name} whole where position(lower($1) in lower(whole::text)) > 0`,
        [username],
      );
      expect(found?.rows, name).toBe(0);
    }
    const notifications = await query('select kind from notifications where account_id = $1', [accountId]);
    expect(notifications).toEqual([]);
    const [kept] = await query<{ tickets: number; entries: number }>(
      `select (select count(*)::integer from tickets where account_id = $1) as tickets,
        (select count(*)::integer from ledger_accounts where owner = $2) as entries`,
      [accountId, `player:${accountId}`],
    );
    expect(kept?.tickets).toBe(10);
    expect(kept?.entries).toBeGreaterThan(3);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);

    const again = await platform.call('accounts/signup', shortForm({ username, email_address: email }));
    expect(again.body.firstCode).toBe('10000');
    expect((await admin('players', 'restore', accountId, ...why)).err).toBe(
      `${accountId} is deleted and cannot be changed`,
    );
    const log = await admin('log', '--player', accountId);
    expect(log.out).toContain('players delete');
    expect(log.out).not.toContain(username);
  });
});
