import { isoDayIn } from '../domain/site-time.ts';
import type { CheckMessage, CheckState } from '../pages/check.ts';
import { type CheckWords, checkAnswers } from './answers.ts';
import type { CheckQuery } from './check-fields.ts';
import { type CheckError, type CheckedGame, readCheck } from './check-request.ts';
import { type CheckCall, CheckFailed, findDraws } from './find-draws.ts';

export const nothingChecked: CheckState = { errors: [], problem: null, answers: null };

function messageOf({ field, key, values, tickets }: CheckError, { t }: CheckWords): CheckMessage {
  return {
    field,
    text: t(key, values),
    details: tickets.map((ticket) =>
      t('check.wrong.ticket', { ticket: ticket.text, problem: t(ticket.key, ticket.values) }),
    ),
  };
}

/** Returns the message of a failed call. */
export function failureText({ isLimit, firstCode }: CheckFailed, { t }: CheckWords): string {
  return t(isLimit ? `code.${firstCode}` : 'check.failed');
}

export interface CheckDeps {
  games: readonly CheckedGame[];
  words: CheckWords;
  call: CheckCall;
  now: Date;
  timeZone: string;
}

export interface CheckOutcome {
  state: CheckState;
  /** The error of the failed call; null if all calls succeeded. */
  failed: CheckFailed | null;
}

/**
 * Checks numbers: validates the query, finds the draws and compares the numbers. Server and browser use this function,
 * so both give the same answers.
 */
export async function runCheck(query: CheckQuery, deps: CheckDeps): Promise<CheckOutcome> {
  const { games, words, call, now, timeZone } = deps;
  const request = readCheck(query, games, words.t, isoDayIn(timeZone, now));
  const refused = (errors: readonly CheckError[]): CheckOutcome => ({
    state: { ...nothingChecked, errors: errors.map((error) => messageOf(error, words)) },
    failed: null,
  });
  if (!request.ok) return refused(request.errors);
  const { checked, lines, range } = request;
  try {
    const found = await findDraws({ gameId: checked.game.gameId, range, now, timeZone, call });
    if (found.kind === 'unknown')
      return refused([
        {
          field: 'draw',
          key: 'check.error.draw_unknown',
          values: { newest: words.count(found.newest) },
          tickets: [],
        },
      ]);
    return {
      state: { ...nothingChecked, answers: checkAnswers(checked, lines, found, words) },
      failed: null,
    };
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    return { state: { ...nothingChecked, problem: failureText(error, words) }, failed: error };
  }
}
