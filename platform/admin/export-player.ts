import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Account } from '../accounts/repository.ts';
import { deriveKey } from '../config/derive-key.ts';
import type { Transaction } from '../db/database.ts';
import { recipientHashOf } from '../messages/service.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand } from './failure.ts';
import { findPlayer } from './find-player.ts';

/** Returns the recipient hashes under which messages to a player are stored. */
export function recipientHashesOf(
  drawSealKeys: readonly string[],
  { email, emailKey, mobile }: Account,
): string[] {
  const keys = drawSealKeys.map((secret) => deriveKey(secret, 'messages'));
  const addresses = [email, emailKey, mobile].filter((address) => address !== null);
  return [...new Set(addresses)].flatMap((address) => keys.map((key) => recipientHashOf(key, address)));
}

/**
 * Returns the queries for all data about a player. The name of each property becomes the name of a list in the exported
 * file. Hashes of passwords, tokens and codes are left out. The player cannot use these hashes, and an attacker could
 * try to reverse them if the file leaks.
 */
function listsOf(account: Account, recipientHashes: readonly string[]): Record<string, SQL> {
  const { accountId, emailKey } = account;
  const owner = `player:${accountId}`;
  return {
    sessions: sql`select opened_at, used_at, expires_at, browser, system from sessions where account_id = ${accountId} order by opened_at`,
    pendingContacts: sql`select channel, address, requested_at from pending_contacts
      where account_id = ${accountId} order by requested_at`,
    previousContacts: sql`select distinct email, mobile, changed_at from contact_take_backs
      where account_id = ${accountId} order by changed_at`,
    purchases: sql`select receipt_number, game_id, draw_id, lines, stake_minor, currency_code, paid_from, bought_at
      from purchases where account_id = ${accountId} order by bought_at`,
    tickets: sql`select draw_id, receipt_number, line_no, line, stake_minor, bought_at
      from tickets where account_id = ${accountId} order by bought_at`,
    wins: sql`select draw_id, receipt_number, line_no, prize_no, amount_minor, wins.posted_at
      from wins join tickets using (draw_id, receipt_number, line_no)
      where tickets.account_id = ${accountId} order by draw_id`,
    refusedPrizes: sql`select receipt_number, amount_minor, taken_minor, currency_code, reason, refused_at
      from claim_refusals where account_id = ${accountId} order by refused_at`,
    deposits: sql`select payment_id, provider_id, amount_minor, currency_code, status, created_at, settled_at
      from payments where account_id = ${accountId} order by created_at`,
    destinations: sql`select destination_id, provider_id, currency_code, label, added_at, removed_at from destinations
      where account_id = ${accountId} order by added_at`,
    withdrawals: sql`select withdrawal_id, provider_id, amount_minor, currency_code, taken_from, destination_label, state,
      reason, decline_reason, requested_at, decided_at, sending_at, sent_at, paid_at, declined_at, contradicted_at from withdrawals where account_id = ${accountId} order by requested_at`,
    balances: sql`select bucket, currency_code, balance_minor from ledger_accounts where owner = ${owner} order by 1, 2`,
    ledger: sql`select posted_at, transfer.transfer_id, kind, transfer.currency_code, bucket, amount_minor,
      entry.balance_minor, reference
      from ledger_accounts account join ledger_entries entry using (account_id)
      join transfers transfer on transfer.transfer_id = entry.transfer_id and transfer.entries_month = entry.month
      where owner = ${owner} order by transfer.transfer_id`,
    promoUses: sql`select promo_code, promo_uses.state, promo_uses.product, currency_code, granted_minor, left_minor,
      condition_minor, played_minor, used_at, granted_at, expires_at, promo_uses.ended_at
      from promo_uses join campaigns using (campaign_id) where account_id = ${accountId} order by used_at`,
    loyaltyExchanges: sql`select exchange_id, reward_id, kind, points, amount_minor, currency_code, receipt_number,
      exchanged_at from loyalty_exchanges where account_id = ${accountId} order by exchanged_at`,
    // The export lists the player's referrals without the names or ids of the referred friends.
    friendsBrought: sql`select state, bringer_paid_minor, bringer_currency, joined_at, settled_at
      from referrals where bringer_id = ${accountId} order by joined_at`,
    broughtByFriend: sql`select state, friend_reward_minor, friend_currency, played_minor, joined_at, settled_at
      from referrals where friend_id = ${accountId}`,
    invitations: sql`select sent_at from invitations where bringer_id = ${accountId} order by sent_at`,
    identityChecks: sql`select state, reason, requested_at, decided_at from identity_checks
      where account_id = ${accountId} order by requested_at`,
    // The export omits the document files. Operators save the files with `verifications save`.
    identityDocuments: sql`select kind, media_type, bytes, state, created_at from identity_documents
      where account_id = ${accountId} order by created_at`,
    limits: sql`select kind, period, amount_minor, waiting_amount_minor, effective_at, expires_at, changed_at
      from player_limits where account_id = ${accountId} order by kind, period`,
    limitCounters: sql`select kind, day_from, day_minor, week_from, week_minor, month_from, month_minor
      from limit_counters where account_id = ${accountId} order by kind`,
    notifications: sql`select kind, data, created_at, read_at from notifications
      where account_id = ${accountId} order by created_at`,
    winMails: sql`select draw_id, amount_minor from win_mails where account_id = ${accountId} order by draw_id`,
    playerMails: sql`select kind, data, created_at from player_mails where account_id = ${accountId} order by mail_id`,
    messages: sql`select channel, template, language, state, created_at, finished_at from messages
      where recipient_hash = any (${sql.param(recipientHashes)}::text[]) order by message_id`,
    supportMessages: sql`select reference, kind, username, email, message, created_at from support_messages
      where lower(email) = ${emailKey} order by created_at`,
    actsOfOperators: sql`select at, act, subject, reason, result from admin_log
      where account_id = ${accountId} order by line_no`,
  };
}

const rowsAtOnce = 1000;

/** Yields the rows of a query as JSON, in chunks, because a player may have millions of tickets. */
async function* rowsOf(tx: Transaction, query: SQL): AsyncGenerator<string> {
  await tx.execute(
    sql`declare exported no scroll cursor for select to_json(found)::text as json from (${query}) found`,
  );
  for (;;) {
    const { rows } = await tx.execute<{ json: string }>(sql.raw(`fetch ${rowsAtOnce} from exported`));
    for (const { json } of rows) yield json;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.execute(sql`close exported`);
}

async function* documentOf(
  tx: Transaction,
  account: Account,
  lists: Record<string, SQL>,
  { exportedAt, counts }: { exportedAt: Date; counts: Map<string, number> },
): AsyncGenerator<string> {
  const {
    passwordHash: _passwordHash,
    referredBy: _referredBy,
    usernameKey: _usernameKey,
    emailKey: _emailKey,
    ...accountData
  } = account;
  yield `{\n"exportedAt": ${JSON.stringify(exportedAt)},\n"account": ${JSON.stringify(accountData)}`;
  for (const [name, query] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}: [`;
    let rows = 0;
    for await (const row of rowsOf(tx, query)) {
      yield `${rows === 0 ? '' : ','}\n${row}`;
      rows++;
    }
    counts.set(name, rows);
    yield rows === 0 ? ']' : '\n]';
  }
  yield '\n}\n';
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * Writes all data about a player into a new file that only the operator's system user can read. The log line is
 * committed before any data is written, so that every export is logged.
 * @throws AdminFailure if the file exists
 */
export async function exportPlayer(
  deps: AdminDeps,
  acting: Acting,
  { who, file }: { who: string; file: string },
): Promise<Outcome> {
  const { db, clock, drawSealKeys } = deps;
  const { accountId } = await findPlayer(db, who);
  const counts = new Map<string, number>();
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await new Promise<void>((resolve, reject) => out.once('open', () => resolve()).once('error', reject)).catch(
    (error: unknown) => {
      if (isThere(error)) return rejectCommand(`${file} exists: files are not overwritten`);
      throw error;
    },
  );
  try {
    const line = { act: 'players export', accountId, subject: null, reason: null, result: {} };
    const logged = await perform(deps, { ...acting, isDryRun: false }, async () => ({
      data: null,
      lines: [],
      line,
    }));
    await db.transaction(
      async (tx) => {
        const account = await findPlayer(tx, accountId);
        const hashes = recipientHashesOf(drawSealKeys, account);
        const document = documentOf(tx, account, listsOf(account, hashes), {
          exportedAt: clock.now(),
          counts,
        });
        await pipeline(Readable.from(document), out);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    return {
      data: { accountId, file, rows: Object.fromEntries(counts) },
      lines: [
        `${file}: the account, ${[...counts].map(([name, rows]) => `${rows.toLocaleString('en')} ${name}`).join(', ')}.`,
        ...(drawSealKeys.length === 0
          ? ['DRAW_SEAL_KEY is missing: messages to the player could not be found.']
          : []),
        'It contains all data about a person: hand it over safely, then delete it.',
        ...logged.lines,
      ],
    };
  } catch (error) {
    out.destroy();
    await rm(file, { force: true });
    throw error;
  }
}
