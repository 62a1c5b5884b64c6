import type { Line } from './check-call.ts';

const nameWidth = 40;
const outcomeWidth = 9;
/**
 * Maximum number of problems in one line. The number is limited, because many fields of a call can have the same
 * problem.
 */
const mostProblems = 8;

/** Formats one line of the report: outcome, call, checks, problems. */
export function reportText({ name, outcome, tested, problems, untested }: Line): string {
  const left = problems.length - mostProblems;
  const shown = left > 0 ? [...problems.slice(0, mostProblems), `and ${left} more`] : problems;
  const reasons = [...shown, ...untested.map((why) => `untested: ${why}`)];
  const parts = [tested.join(', '), ...reasons].filter((part) => part !== '');
  return `${outcome.padEnd(outcomeWidth)} ${name.padEnd(nameWidth)} ${parts.join('; ')}`.trimEnd();
}

/** Formats the last line of the report, which shows the number of calls and endpoints with each outcome. */
export function summaryOf(lines: readonly Line[]): string {
  const count = (outcome: Line['outcome']) => lines.filter((line) => line.outcome === outcome).length;
  return `${count('ok')} ok, ${count('failed')} failed, ${count('untested')} untested`;
}
