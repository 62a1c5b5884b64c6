import { type Code, codes } from './codes.ts';

/** Codes whose HTTP status is not 200. All other codes, including business failures, have the status 200. */
const statuses: Partial<Record<Code, number>> = {
  [codes.fieldWrong]: 400,
  [codes.callUnknown]: 404,
  [codes.apiKeyWrong]: 401,
  [codes.sessionExpired]: 401,
  [codes.tooManyTries]: 429,
  [codes.technicalIssue]: 503,
};

export function statusOf(code: Code): number {
  return statuses[code] ?? 200;
}
