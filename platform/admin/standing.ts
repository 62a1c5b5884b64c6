import { and, desc, eq } from 'drizzle-orm';
import { type Account, statusAt } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import type { Transaction } from '../db/database.ts';
import { notify } from '../notifications/notify.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { misused, refuse } from './failure.ts';
import { holdPlayer } from './find-player.ts';
import { adminLog } from './tables.ts';

const dayMs = 86_400_000;
/** An exclusion without an end cannot be ended before that, whoever asks. */
export const shortestOpenExclusionMs = 180 * dayMs;

const excludeAct = 'players exclude';

function untilWords(until: Date | null): string {
  return until === null ? 'until an operator ends it' : `until ${until.toISOString()}`;
}

function inFuture(until: Date | null, now: Date): void {
  if (until !== null && until <= now) misused('--until lies in the past');
}

/** Sets how an account stands; every session ends with it. The row is changed first, so that no login slips in. */
async function setStatus(
  { sessions }: AdminDeps,
  tx: Transaction,
  accountId: string,
  status: 'active' | 'suspended' | 'excluded',
  until: Date | null,
): Promise<void> {
  await tx.update(accounts).set({ status, statusUntil: until }).where(eq(accounts.accountId, accountId));
  if (status !== 'active') await sessions.closeAll(accountId, tx);
}

interface Standing {
  who: string;
  reason: string;
  /** Null: until an operator ends it. */
  until: Date | null;
}

function outcomeOf(
  account: Account,
  act: string,
  before: string,
  status: string,
  { until, reason }: Standing,
  line: string,
) {
  return {
    data: { accountId: account.accountId, status, until: until?.toISOString() ?? null },
    lines: [line],
    line: {
      act,
      accountId: account.accountId,
      subject: null,
      reason,
      result: { before, status, until: until?.toISOString() ?? null },
    },
  };
}

/**
 * The operator stops an account: no play, no payment in or out.
 * @throws AdminFailure where the player is excluded, since an exclusion protects him and is not replaced
 */
export function suspend(deps: AdminDeps, acting: Acting, standing: Standing): Promise<Outcome> {
  inFuture(standing.until, deps.clock.now());
  return perform(deps, acting, async (tx) => {
    const account = await holdPlayer(tx, standing.who);
    const before = statusAt(account, deps.clock.now());
    if (before === 'excluded')
      return refuse(
        `${account.username} is excluded ${untilWords(account.statusUntil)}: an exclusion is not replaced. Refuse withdrawals one by one.`,
      );
    await setStatus(deps, tx, account.accountId, 'suspended', standing.until);
    const line = `${account.username} is suspended ${untilWords(standing.until)}. All sessions have ended.`;
    return outcomeOf(account, 'players suspend', before, 'suspended', standing, line);
  });
}

/**
 * The player is kept from play, as a rule at his own wish; his money can still be paid out. It can be made longer, and
 * never shorter.
 */
export function exclude(deps: AdminDeps, acting: Acting, standing: Standing): Promise<Outcome> {
  const { until } = standing;
  inFuture(until, deps.clock.now());
  return perform(deps, acting, async (tx) => {
    const account = await holdPlayer(tx, standing.who);
    const before = statusAt(account, deps.clock.now());
    if (before === 'suspended')
      return refuse(`${account.username} is suspended, which is stricter: restore first, then exclude`);
    const end = account.statusUntil;
    if (before === 'excluded' && (end === null || (until !== null && until <= end)))
      return refuse(
        `${account.username} is excluded ${untilWords(end)} already: an exclusion is made longer, never shorter`,
      );
    await setStatus(deps, tx, account.accountId, 'excluded', until);
    const line = `${account.username} is excluded ${untilWords(until)}. All sessions have ended. It cannot be taken back before.`;
    return outcomeOf(account, excludeAct, before, 'excluded', standing, line);
  });
}

/** When an exclusion without an end may be ended; null where the log does not know when it began. */
async function openExclusionEnds(tx: Transaction, accountId: string): Promise<Date | null> {
  const [begun] = await tx
    .select({ at: adminLog.at })
    .from(adminLog)
    .where(and(eq(adminLog.accountId, accountId), eq(adminLog.act, excludeAct)))
    .orderBy(desc(adminLog.lineNo))
    .limit(1);
  return begun ? new Date(begun.at.getTime() + shortestOpenExclusionMs) : null;
}

/**
 * Ends a suspension, or an exclusion whose time has come.
 * @throws AdminFailure before that: an exclusion protects the player also from himself, and from whoever he asks
 */
export function restore(deps: AdminDeps, acting: Acting, who: string, reason: string): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const now = deps.clock.now();
    const account = await holdPlayer(tx, who);
    const { accountId, username, statusUntil } = account;
    const before = statusAt(account, now);
    if (before === 'active') return refuse(`${username} is active`);
    if (before === 'excluded') {
      const end = statusUntil ?? (await openExclusionEnds(tx, accountId));
      if (end === null || end > now)
        return refuse(
          `${username} is excluded${end === null ? '' : `, and that cannot end before ${end.toISOString()}`}: an exclusion protects the player and is kept to its end, also where he asks for it himself`,
        );
    }
    await setStatus(deps, tx, accountId, 'active', null);
    const line = `${username} is active again.`;
    return outcomeOf(account, 'players restore', before, 'active', { who, reason, until: null }, line);
  });
}

/** What an operator found about who the player is; asked for before the first withdrawal. The player is told. */
export function decideIdentity(
  deps: AdminDeps,
  acting: Acting,
  { who, verdict, reason }: { who: string; verdict: 'approved' | 'refused'; reason: string | null },
): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const { accountId, username, kycState: before } = await holdPlayer(tx, who);
    if (before === verdict) return refuse(`the identity of ${username} is ${verdict} already`);
    await tx.update(accounts).set({ kycState: verdict }).where(eq(accounts.accountId, accountId));
    const now = deps.clock.now();
    if (verdict === 'approved') await notify(tx, accountId, 'identity_approved', {}, now);
    else await notify(tx, accountId, 'identity_refused', reason === null ? {} : { reason }, now);
    return {
      data: { accountId, kycState: verdict },
      lines: [`The identity of ${username} is ${verdict}. The player is told.`],
      line: {
        act: 'players identity',
        accountId,
        subject: null,
        reason,
        result: { before, kycState: verdict },
      },
    };
  });
}
