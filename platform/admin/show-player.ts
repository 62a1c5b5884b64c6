import { and, count, desc, eq, gt, max, sql } from 'drizzle-orm';
import { statusAt } from '../accounts/repository.ts';
import { sessions } from '../accounts/tables.ts';
import { withdrawals } from '../cashier/tables.ts';
import { loyaltyPoints } from '../wallet/service.ts';
import type { AdminDeps, Outcome } from './context.ts';
import { findPlayer } from './find-player.ts';
import { timeOutOf } from './limits.ts';
import { type LogLine, readLog } from './log.ts';
import { moneyOf } from './words.ts';

const shownActs = 10;

/** Returns an entry of the operators' log as one line of readable text. */
export function logLineText({
  lineNo,
  at,
  operator,
  act,
  accountId,
  subject,
  reason,
  result,
}: LogLine): string {
  return [
    `${lineNo}`,
    at.toISOString(),
    operator,
    act,
    ...[accountId, subject].filter((id) => id !== null),
    JSON.stringify(result),
    ...(reason === null ? [] : [`because: ${reason}`]),
  ].join('  ');
}

function contact(address: string | null, at: string | null): string {
  return address === null ? 'none' : `${address}, ${at === null ? 'not verified' : `verified ${at}`}`;
}

interface Movement extends Record<string, unknown> {
  posted_at: string;
  kind: string;
  currency_code: string;
  amount: string;
}

/** Shows a player's status, wallet and latest activity. */
export async function showPlayer({ db, ledger, clock }: AdminDeps, who: string): Promise<Outcome> {
  const account = await findPlayer(db, who);
  const { accountId, currencyCode } = account;
  const now = clock.now();
  const status = statusAt(account, now);
  const timeOutUntil = timeOutOf(account, now);
  const owner = `player:${accountId}`;
  const money = await ledger.balances(owner, currencyCode);
  const points = await ledger.balances(owner, loyaltyPoints);
  const [open] = await db
    .select({ sessions: count(), lastUsedAt: max(sessions.usedAt) })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)));
  const waiting = await db
    .select({ withdrawalId: withdrawals.withdrawalId })
    .from(withdrawals)
    .where(and(eq(withdrawals.accountId, accountId), eq(withdrawals.state, 'requested')))
    .orderBy(desc(withdrawals.requestedAt));
  // Add up the player's entries in each transfer. The sum is zero for a transfer between two buckets of the player's
  // wallet.
  const { rows: movements } = await db.execute<Movement>(sql`
    select to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as posted_at,
      transfer.kind, transfer.currency_code, sum(entry.amount_minor)::text as amount
    from (
      select transfer_id from player_transfers where owner = ${owner}
      order by posted_at desc, transfer_id desc limit ${shownActs}
    ) touched
    join transfers transfer using (transfer_id)
    join ledger_entries entry using (transfer_id)
    join ledger_accounts account using (account_id)
    where account.owner = ${owner}
    group by transfer.transfer_id order by transfer.posted_at desc, transfer.transfer_id desc`);
  const acts = await readLog(db, { accountId, limit: shownActs });
  const data = {
    accountId,
    username: account.username,
    status,
    statusUntil: status === 'active' ? null : (account.statusUntil?.toISOString() ?? null),
    timeOutUntil: timeOutUntil?.toISOString() ?? null,
    email: account.email,
    emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
    mobile: account.mobile,
    mobileVerifiedAt: account.mobileVerifiedAt?.toISOString() ?? null,
    kycState: account.kycState,
    countryId: account.countryId,
    stateId: account.stateId,
    language: account.language,
    createdAt: account.createdAt.toISOString(),
    currencyCode,
    balancesMinor: Object.fromEntries(money),
    loyaltyPoints: points.get('loyalty') ?? 0,
    openSessions: open?.sessions ?? 0,
    lastUsedAt: open?.lastUsedAt?.toISOString() ?? null,
    withdrawalsToDecide: waiting.map(({ withdrawalId }) => withdrawalId),
    lastMovements: movements.map((row) => ({
      postedAt: row.posted_at,
      kind: row.kind,
      currencyCode: row.currency_code,
      amountMinor: Number(row.amount),
    })),
    lastActs: acts,
  };
  const balances = [...money].filter(([, amountMinor]) => amountMinor !== 0);
  return {
    data,
    lines: [
      `player     ${data.username}, ${accountId}`,
      `state      ${status}${data.statusUntil === null ? '' : ` until ${data.statusUntil}`}`,
      ...(data.timeOutUntil === null ? [] : [`time-out   until ${data.timeOutUntil}`]),
      `mail       ${contact(data.email, data.emailVerifiedAt)}`,
      `mobile     ${contact(data.mobile, data.mobileVerifiedAt)}`,
      `identity   ${data.kycState}`,
      `lives in   ${[data.countryId, data.stateId].filter(Boolean).join(', ') || 'not stated'}; reads ${data.language}`,
      `joined     ${data.createdAt}`,
      `sessions   ${data.openSessions} open${data.lastUsedAt === null ? '' : `, last used ${data.lastUsedAt}`}`,
      'wallet',
      ...balances.map(
        ([bucket, amountMinor]) => `  ${bucket.padEnd(24)}${moneyOf(amountMinor, currencyCode)}`,
      ),
      `  ${'loyalty'.padEnd(24)}${moneyOf(data.loyaltyPoints, loyaltyPoints)}`,
      ...data.withdrawalsToDecide.map((withdrawalId) => `withdrawal to decide: ${withdrawalId}`),
      'last movements, in and out of the wallet',
      ...data.lastMovements.map(
        (row) => `  ${row.postedAt}  ${row.kind.padEnd(20)}${moneyOf(row.amountMinor, row.currencyCode)}`,
      ),
      'last acts of operators',
      ...acts.map((line) => `  ${logLineText(line)}`),
    ],
  };
}
