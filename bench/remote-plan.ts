/** The most that is done to a site that already runs; whichever ends first ends it. */
export interface Plan {
  requests: number;
  connections: number;
  seconds: number;
}

export const usualPlan: Plan = { requests: 2000, connections: 10, seconds: 60 };
/** Nobody types more by mistake. */
export const longestPlan: Plan = { requests: 100_000, connections: 200, seconds: 600 };

/** Share of errors from which a site counts as in distress; a single early one is none. */
const distressShare = 0.05;
const fewestToJudge = 20;

/** Whether to leave the site alone now. */
export const isInDistress = (answers: number, errors: number): boolean =>
  answers >= fewestToJudge && errors / answers > distressShare;

/** Who must wait, or is refused for now, is not served; a 404 is an answer. */
export const isError = (status: number): boolean => status >= 500 || status === 429;

/**
 * Whether a cache on the way says that it answered from memory (RFC 9211): the CDN, or the site behind it. Caches
 * that know only their own header say so there.
 */
export function isHit(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const status = String(headers['cache-status'] ?? '');
  // A name may be a quoted string with commas in it; parameters may be too.
  const members = status.replaceAll(/"(?:[^"\\]|\\.)*"/g, 'quoted').split(',');
  if (members.some((member) => /;\s*hit\s*(?:;|$)/.test(member))) return true;
  return /\bhit\b/i.test(String(headers['x-cache'] ?? ''));
}
