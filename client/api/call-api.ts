import type { CallResult } from '../../shared/contract/call-result.ts';
import type { CallData, CallName, CallRequest } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { forgetPlayer } from '../stores/tab-owner.ts';
import {
  announce,
  networkFailed,
  playerChanged,
  sessionExpired,
  sessionUpdated,
  technicalIssue,
} from './announcements.ts';

export type { CallResult };

const timeoutMs = 20_000;
/** Calls that open or end the session of this browser. A test compares this set and `endingCalls` with the contract. */
export const sessionCalls = new Set<CallName>([
  'accounts/login',
  'accounts/signup',
  'accounts/logout',
  'limits/exclude',
]);
export const endingCalls = new Set<CallName>(['accounts/logout', 'limits/exclude']);

export interface CallOptions {
  /** True if the player is leaving the page. The browser then finishes the request even if the page closes first. */
  isLeaving?: boolean;
  /** True if a failed call must not open a message popup. */
  isQuiet?: boolean;
  /** Sends the request instead of `fetch`, for example to upload files. @returns null if the site did not answer */
  send?: <Data>(path: string) => Promise<Answer<Data> | null>;
  /** The player for whom the call is made. If another player is logged in, the site refuses the call with 10613. */
  username?: string;
}

/**
 * Makes a call from the browser. The promise never rejects, because every failure is a `CallResult`. JSON without a
 * valid envelope is a technical failure. While the browser is offline, no request is sent.
 */
export function callApi<N extends CallName>(
  name: N,
  data: CallRequest<N>,
  options?: CallOptions,
): Promise<CallResult<CallData<N>>> {
  return callWith(name, data, options);
}

/** Makes a call with data that may be invalid, such as values of the URL's query. */
export async function callWith<N extends CallName>(
  name: N,
  data: object,
  { isLeaving = false, isQuiet = false, username, send }: CallOptions = {},
): Promise<CallResult<CallData<N>>> {
  const body = { data, ...(username === undefined ? {} : { player: username }) };
  const path = `/api/${name}`;
  const answer = navigator.onLine ? await (send ?? post)<CallData<N>>(path, body, isLeaving) : null;
  const result: CallResult<CallData<N>> = answer ? callResultOf(answer) : { kind: 'offline' };
  // At a logout, the site deletes the cookies even if the platform fails. Missing cookies therefore mean that the
  // player is logged out.
  const isLoggedOut = name === 'accounts/logout' && !isPlayerPresent();
  if (isLoggedOut || (result.kind === 'ok' && endingCalls.has(name))) forgetPlayer();
  // When a session has ended, the site deletes the session's cookies. If cookies are still present, a login in another
  // tab has replaced the session.
  if (result.kind === 'session-expired') announce(isPlayerPresent() ? playerChanged : sessionExpired);
  else if (isLoggedOut || (result.kind === 'ok' && sessionCalls.has(name))) announce(sessionUpdated);
  else if (result.kind === 'technical' && !isQuiet) announce(technicalIssue);
  else if (result.kind === 'offline' && !isQuiet) announce(networkFailed);
  else if (result.kind === 'refused' && result.firstCode === codes.otherPlayer) announce(playerChanged);
  return result;
}

export function callResultOf<Data>(answer: Answer<Data>): CallResult<Data> {
  if (!isReadable(answer)) return { kind: 'technical' };
  if (answer.success) return { kind: 'ok', data: answer.data };
  switch (answer.firstCode) {
    case codes.fieldWrong:
      return { kind: 'wrong-fields', fields: answer.data?.fields ?? {} };
    case codes.sessionExpired:
      return { kind: 'session-expired' };
    case codes.technicalIssue:
      return { kind: 'technical' };
    default:
      return {
        kind: 'refused',
        firstCode: answer.firstCode,
        ...(answer.data && 'kind' in answer.data ? { reason: answer.data } : {}),
      };
  }
}

/** Whether a response has a code and data that the callers can read. A faulty proxy can respond with any JSON. */
function isReadable({ success, firstCode, data }: { success: unknown; firstCode: unknown; data?: unknown }) {
  const isWithoutData = data === undefined || data === null;
  return typeof firstCode === 'string' && (isWithoutData ? !success : typeof data === 'object');
}

/** @returns null if the site did not answer */
async function post<Data>(path: string, body: object, keepalive: boolean): Promise<Answer<Data> | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await response.json();
  } catch {
    return null;
  }
}
