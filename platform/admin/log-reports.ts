import type { AdminDeps, Outcome } from './context.ts';
import { findPlayer } from './find-player.ts';
import { checkLog, readLog } from './log.ts';
import { logLineText } from './show-player.ts';
import { many } from './words.ts';

const mostLines = 1000;

/** Lists the actions of operators, newest first. */
export async function showLog(
  { db }: AdminDeps,
  { who, since }: { who: string | null; since: Date | null },
): Promise<Outcome> {
  const accountId = who === null ? undefined : (await findPlayer(db, who)).accountId;
  const lines = await readLog(db, { accountId, since: since ?? undefined, limit: mostLines });
  return {
    data: lines,
    lines: lines.length === 0 ? ['No line.'] : lines.map(logLineText),
  };
}

export async function verifyLog({ db }: AdminDeps, knownHash: string | null): Promise<Outcome> {
  const report = await checkLog(db, knownHash);
  const { lines, newestHash, findings } = report;
  return {
    data: report,
    isBad: findings.length > 0,
    lines: [
      `${many(lines, 'line')}, newest hash: ${newestHash ?? 'none yet'}`,
      ...findings.map((finding) => `WRONG: ${finding}`),
      findings.length === 0 ? 'The log is intact.' : `The log is wrong: ${many(findings.length, 'finding')}.`,
    ],
  };
}
