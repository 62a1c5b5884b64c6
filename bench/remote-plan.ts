/** Limits of a test on a running site. The first limit that is reached ends the test. */
export interface Plan {
  requests: number;
  connections: number;
  seconds: number;
}

export const usualPlan: Plan = { requests: 2000, connections: 10, seconds: 60 };
/** Upper bounds of the options, so that a typing error cannot start a larger test. */
export const longestPlan: Plan = { requests: 100_000, connections: 200, seconds: 600 };

/**
 * The test stops if the share of errors among the answers exceeds `distressShare`. The share is checked only after
 * `fewestToJudge` answers.
 */
const distressShare = 0.05;
const fewestToJudge = 20;

/** Whether the site shows signs of overload, so that the test must stop. */
export const isInDistress = (answers: number, errors: number): boolean =>
  answers >= fewestToJudge && errors / answers > distressShare;

/** Status 429 and 5xx are errors; a 404 is a normal answer. */
export const isError = (status: number): boolean => status >= 500 || status === 429;

/** Whether the CDN or the site reports a cache hit. Reads Cache-Status (RFC 9211), or X-Cache of older caches. */
export function isHit(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const status = String(headers['cache-status'] ?? '');
  // Quoted strings in the header can contain commas, so they are replaced before splitting.
  const members = status.replaceAll(/"(?:[^"\\]|\\.)*"/g, 'quoted').split(',');
  if (members.some((member) => /;\s*hit\s*(?:;|$)/.test(member))) return true;
  return /\bhit\b/i.test(String(headers['x-cache'] ?? ''));
}
