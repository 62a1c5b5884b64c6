import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../db/database.ts';
import { locks } from '../db/migrate.ts';
import { adminLog } from './tables.ts';

export type LogLine = typeof adminLog.$inferSelect;
/** The fields of a log line that depend on the operator's action. `appendLine` adds the other fields. */
export type NewLine = Pick<LogLine, 'act' | 'accountId' | 'subject' | 'reason' | 'result'>;

/** The value of `previousHash` in the first line of the log. */
const chainStart = '0'.repeat(64);

function hashOf({
  previousHash,
  lineNo,
  at,
  operator,
  act,
  accountId,
  subject,
  reason,
  result,
}: Omit<LogLine, 'hash'>): string {
  // Sort the keys, because PostgreSQL does not keep the order of JSON keys. A stored line must have the same hash when
  // it is read again.
  const facts = Object.entries(result).sort(([one], [other]) => (one < other ? -1 : 1));
  const hashedFields = [lineNo, at.toISOString(), operator, act, accountId, subject, reason, facts];
  return createHash('sha256')
    .update(`${previousHash}\n${JSON.stringify(hashedFields)}\n`)
    .digest('hex');
}

/**
 * Appends a line about an operator's action to the log. Call this function at the end of the transaction, because other
 * transactions cannot append lines until this transaction ends.
 */
export async function appendLine(
  tx: Transaction,
  line: NewLine & Pick<LogLine, 'operator' | 'at'>,
): Promise<LogLine> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.adminLog})`);
  const [last] = await tx
    .select({ lineNo: adminLog.lineNo, hash: adminLog.hash })
    .from(adminLog)
    .orderBy(desc(adminLog.lineNo))
    .limit(1);
  const next = { ...line, lineNo: (last?.lineNo ?? 0) + 1, previousHash: last?.hash ?? chainStart };
  const whole = { ...next, hash: hashOf(next) };
  await tx.insert(adminLog).values(whole);
  return whole;
}

export function readLog(
  on: Queryable,
  { accountId, since, limit }: { accountId?: string | undefined; since?: Date | undefined; limit: number },
): Promise<LogLine[]> {
  return on
    .select()
    .from(adminLog)
    .where(
      and(
        accountId === undefined ? undefined : eq(adminLog.accountId, accountId),
        since === undefined ? undefined : gte(adminLog.at, since),
      ),
    )
    .orderBy(desc(adminLog.lineNo))
    .limit(limit);
}

export interface LogReport {
  lines: number;
  newestHash: string | null;
  findings: string[];
}

const chunk = 1000;
const mostFindings = 50;

/**
 * Verifies the whole log.
 * @param knownHash a line's hash that the operator noted earlier, or null. Without this hash, the deletion of the
 *   newest lines is not detected.
 */
export async function checkLog(on: Queryable, knownHash: string | null): Promise<LogReport> {
  const findings: string[] = [];
  let previous = chainStart;
  let expected = 1;
  let lines = 0;
  let after = 0;
  let isKnownThere = false;
  for (;;) {
    const some = await on
      .select()
      .from(adminLog)
      .where(gt(adminLog.lineNo, after))
      .orderBy(asc(adminLog.lineNo))
      .limit(chunk);
    for (const line of some) {
      if (line.lineNo !== expected)
        findings.push(
          line.lineNo === expected + 1
            ? `line ${expected} is missing`
            : `lines ${expected} to ${line.lineNo - 1} are missing`,
        );
      if (line.lineNo === expected && line.previousHash !== previous)
        findings.push(`line ${line.lineNo} does not follow from the one before`);
      if (hashOf(line) !== line.hash) findings.push(`line ${line.lineNo} has changed since it was written`);
      isKnownThere ||= line.hash === knownHash;
      // Continue with the stored hash instead of the computed hash, so that one changed line is reported only once.
      previous = line.hash;
      expected = line.lineNo + 1;
      lines++;
    }
    const last = some.at(-1);
    if (!last || some.length < chunk || findings.length >= mostFindings) break;
    after = last.lineNo;
  }
  if (knownHash !== null && !isKnownThere && findings.length < mostFindings)
    findings.push('no line has the hash that was noted: the newest ones are gone, or all were written anew');
  return { lines, newestHash: lines === 0 ? null : previous, findings: findings.slice(0, mostFindings) };
}
