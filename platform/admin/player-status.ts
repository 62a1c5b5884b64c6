import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { type Account, statusAt } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import { createFingerprintKey } from '../campaigns/fingerprint-key.ts';
import { createFingerprints, type Fingerprints } from '../campaigns/person.ts';
import { ConfigError } from '../config/config.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { createAnnouncements } from '../limits/announcements.ts';
import { excludePerson } from '../limits/breaks.ts';
import { holdPerson } from '../limits/same-person.ts';
import { excludedPersons } from '../limits/tables.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import { findPlayer, holdPlayer } from './find-player.ts';
import { appendLine } from './log.ts';
import { adminLog } from './tables.ts';
import { many } from './words.ts';

const dayMs = 86_400_000;
/**
 * The shortest duration of an indefinite exclusion. An operator cannot lift the exclusion earlier, even at the player's
 * request.
 */
export const shortestOpenExclusionMs = 180 * dayMs;

const excludeAct = 'players exclude';
const restoreAct = 'players restore';

function untilWords(until: Date | null): string {
  return until === null ? 'until an operator ends it' : `until ${until.toISOString()}`;
}

function inFuture(until: Date | null, now: Date): void {
  if (until !== null && until <= now) rejectUsage('--until is in the past');
}

/**
 * Sets an account's status. Closes the account's sessions if the new status is not `active`. The row is updated first,
 * so that a concurrent login cannot open another session.
 */
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

interface StatusChange {
  who: string;
  reason: string;
  /** The end of the new status. Null means that the status lasts until an operator ends it. */
  until: Date | null;
}

function outcomeOf(
  account: Account,
  act: string,
  before: string,
  status: string,
  { until, reason }: StatusChange,
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
 * Suspends an account. A suspended player cannot play, deposit or withdraw.
 * @throws AdminFailure for an excluded player. An exclusion protects the player, so a suspension must not replace it
 */
export function suspend(deps: AdminDeps, acting: Acting, change: StatusChange): Promise<Outcome> {
  inFuture(change.until, deps.clock.now());
  return perform(deps, acting, async (tx) => {
    const account = await holdPlayer(tx, change.who);
    const before = statusAt(account, deps.clock.now());
    if (before === 'excluded')
      return rejectCommand(
        `${account.username} is excluded ${untilWords(account.statusUntil)}: an exclusion cannot be replaced by a suspension. Refuse withdrawals one by one.`,
      );
    await setStatus(deps, tx, account.accountId, 'suspended', change.until);
    const line = `${account.username} is suspended ${untilWords(change.until)}. All sessions are closed.`;
    return outcomeOf(account, 'players suspend', before, 'suspended', change, line);
  });
}

/**
 * Excludes a player from play in all their accounts, usually at their own request. An operator pays out their money. An
 * exclusion can be extended but not shortened.
 */
export function exclude(deps: AdminDeps, acting: Acting, change: StatusChange): Promise<Outcome> {
  const { until } = change;
  inFuture(until, deps.clock.now());
  return perform(deps, acting, async (tx) => {
    const now = deps.clock.now();
    const { accountId } = await findPlayer(tx, change.who);
    const person = await holdPerson(tx, accountId);
    const account = await holdPlayer(tx, accountId);
    const before = statusAt(account, now);
    if (before === 'suspended')
      return rejectCommand(
        `${account.username} is suspended, which is stricter: restore the account, then exclude it`,
      );
    const end = account.statusUntil;
    if (before === 'excluded' && (end === null || (until !== null && until <= end)))
      return rejectCommand(
        `${account.username} is excluded ${untilWords(end)}: an exclusion can be extended, never shortened`,
      );
    const announcements = createAnnouncements(deps);
    const fingerprints = await fingerprintsOf(deps, tx);
    const others = person?.others ?? [];
    const excluding = { sessions: deps.sessions, fingerprints, announcements };
    const also = await excludePerson(tx, excluding, { account, others }, until, now);
    const outcomeFor = (one: Account, its: Date | null) => {
      const earliestEnd = its ?? earliestOpenEnd(now, one.statusUntil);
      const line = `${one.username} is excluded ${untilWords(its)}. All sessions are closed. The exclusion cannot end before ${earliestEnd.toISOString()}.`;
      const outcome = outcomeOf(
        one,
        excludeAct,
        statusAt(one, now),
        'excluded',
        { ...change, until: its },
        line,
      );
      const result = { ...outcome.line.result, earliestEnd: earliestEnd.toISOString() };
      return { ...outcome, line: { ...outcome.line, result } };
    };
    const outcome = outcomeFor(account, until);
    const further = also.map((one) => outcomeFor(one.account, one.until));
    for (const { line } of further)
      await appendLine(tx, { ...line, operator: acting.operator, at: deps.clock.now() });
    return {
      ...outcome,
      data: { ...outcome.data, also: further.map(({ data }) => data) },
      lines: [
        ...outcome.lines,
        ...further.flatMap(({ lines }) =>
          lines.map((line) => `The same person has another account: ${line}`),
        ),
      ],
    };
  });
}

/**
 * Returns the earliest time at which an operator may lift an indefinite exclusion. This time is `begunAt` plus the
 * shortest duration, or the previous end date of the exclusion if that date is later.
 */
function earliestOpenEnd(begunAt: Date, previousEnd: Date | null): Date {
  const shortest = new Date(begunAt.getTime() + shortestOpenExclusionMs);
  return previousEnd !== null && previousEnd > shortest ? previousEnd : shortest;
}

/**
 * Creates the functions that hash a player's contacts. An exclusion stores these hashes, so that the player cannot sign
 * up again.
 */
async function fingerprintsOf({ drawSealKeys }: AdminDeps, tx: Transaction): Promise<Fingerprints> {
  if (drawSealKeys.length === 0)
    throw new ConfigError('DRAW_SEAL_KEY is missing: without it the player could open another account');
  const key = createFingerprintKey(drawSealKeys);
  await key.load(tx);
  return createFingerprints(() => key.value());
}

/**
 * Returns the earliest time at which an operator may lift an account's indefinite exclusion. Null if the player chose
 * the indefinite exclusion, because an operator cannot lift such an exclusion.
 */
async function openExclusionEnds(tx: Transaction, accountId: string): Promise<Date | null> {
  const [last] = await tx
    .select({ at: adminLog.at, act: adminLog.act, result: adminLog.result })
    .from(adminLog)
    .where(and(eq(adminLog.accountId, accountId), inArray(adminLog.act, [excludeAct, restoreAct])))
    .orderBy(desc(adminLog.lineNo))
    .limit(1);
  if (last?.act !== excludeAct || last.result['until'] !== null) return null;
  const { earliestEnd } = last.result;
  return earliestOpenEnd(last.at, typeof earliestEnd === 'string' ? new Date(earliestEnd) : null);
}

/**
 * Makes a player active again. An operator can end a suspension at any time, but an exclusion only after its end date.
 * For an exclusion without an end date, `openExclusionEnds` returns the earliest time.
 * @throws AdminFailure for an exclusion that cannot end yet, even if the player asks to end it
 */
export function restore(deps: AdminDeps, acting: Acting, who: string, reason: string): Promise<Outcome> {
  return perform(deps, acting, async (tx) => {
    const now = deps.clock.now();
    const account = await holdPlayer(tx, who);
    const { accountId, username, statusUntil } = account;
    const before = statusAt(account, now);
    if (before === 'active') return rejectCommand(`${username} is active`);
    if (before === 'excluded') {
      const end = statusUntil ?? (await openExclusionEnds(tx, accountId));
      if (end === null || end > now)
        return rejectCommand(
          `${username} is excluded${end === null ? '' : `, which cannot end before ${end.toISOString()}`}: an exclusion protects the player and lasts until its end, even if they ask for less`,
        );
    }
    await setStatus(deps, tx, accountId, 'active', null);
    await tx.delete(excludedPersons).where(eq(excludedPersons.accountId, accountId));
    const line = `${username} is active again.`;
    return outcomeOf(account, restoreAct, before, 'active', { who, reason, until: null }, line);
  });
}

/** Reads at most 500 players who wait for an operator to check their identity. */
export const uncheckedPlayers = (db: Queryable) =>
  db
    .select({
      accountId: accounts.accountId,
      username: accounts.username,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      birthDate: accounts.birthDate,
      countryId: accounts.countryId,
    })
    .from(accounts)
    .where(eq(accounts.kycState, 'pending'))
    .orderBy(asc(accounts.usernameKey))
    .limit(500);

export async function listUnchecked({ db }: AdminDeps): Promise<Outcome> {
  const data = await uncheckedPlayers(db);
  return {
    data,
    lines: [
      ...data.map(
        ({ username, firstName, lastName, birthDate, countryId }) =>
          `${username}  ${firstName} ${lastName}, born ${birthDate}, ${countryId}`,
      ),
      data.length === 0 ? 'No player waits for a check.' : `${many(data.length, 'player')} to check.`,
    ],
  };
}
