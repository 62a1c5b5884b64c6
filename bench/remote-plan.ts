/** Limits for testing a running site; the first one reached ends the test. */
export interface Plan {
  requests: number;
  connections: number;
  seconds: number;
}

export const usualPlan: Plan = { requests: 2000, connections: 10, seconds: 60 };
/** Upper bounds of the options, against typing errors. */
export const longestPlan: Plan = { requests: 100_000, connections: 200, seconds: 600 };

/** Share of errors that counts as distress, once there are enough answers. */
const distressShare = 0.05;
const fewestToJudge = 20;

/** Whether to stop now. */
export const isInDistress = (answers: number, errors: number): boolean =>
  answers >= fewestToJudge && errors / answers > distressShare;

/** 429 and 5xx count as errors; a 404 is an answer. */
export const isError = (status: number): boolean => status >= 500 || status === 429;

/**
 * Whether the CDN or the site reports a cache hit, by Cache-Status (RFC 9211) or, for older caches, X-Cache.
 */
export function isHit(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const status = String(headers['cache-status'] ?? '');
  // Names and parameters may be quoted strings that contain commas.
  const members = status.replaceAll(/"(?:[^"\\]|\\.)*"/g, 'quoted').split(',');
  if (members.some((member) => /;\s*hit\s*(?:;|$)/.test(member))) return true;
  return /\bhit\b/i.test(String(headers['x-cache'] ?? ''));
}
