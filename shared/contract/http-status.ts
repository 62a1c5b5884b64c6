import { type Code, codes } from './codes.ts';

/**
 * Business answers have HTTP status 200, for success and for failure. Only these codes have a status of their
 * own.
 */
const statuses: Partial<Record<Code, number>> = {
  [codes.fieldWrong]: 400,
  [codes.callUnknown]: 404,
  [codes.apiKeyWrong]: 401,
  [codes.sessionExpired]: 401,
  [codes.tooManyTries]: 429,
  [codes.technicalIssue]: 503,
};

/** The HTTP status of an answer with this code. */
export function statusOf(code: Code): number {
  return statuses[code] ?? 200;
}
