import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Answer, Failure } from '../../shared/contract/envelope.ts';
import { announce, networkFailed, sessionExpired, sessionUpdated, technicalIssue } from './announcements.ts';

/** The possible results of a call (spec §8). */
export type CallResult<Data> =
  | { kind: 'ok'; data: Data }
  /** The platform refused for a reason of its own: `code.{firstCode}` is its text. */
  | { kind: 'refused'; firstCode: Failure['firstCode'] }
  /** 10400: each wrong field's name with its message key. */
  | { kind: 'wrong-fields'; fields: Readonly<Record<string, string>> }
  /** 15107: the session popup opens. */
  | { kind: 'session-expired' }
  /** 15500: the technical-issue popup opens. */
  | { kind: 'technical' }
  /** Not sent, or not answered: the network popup opens. */
  | { kind: 'offline' };

/** The server keeps the token of a new session in a sealed cookie: it never reaches the browser. */
export type BrowserData<Data> = Data extends { userData: { authToken: string } }
  ? Omit<Data, 'userData'> & { userData: Omit<Data['userData'], 'authToken'> }
  : Data;

const timeoutMs = 20_000;
const sessionCalls = new Set<CallName>(['accounts/login', 'accounts/signup', 'accounts/logout']);

/**
 * Makes a call of the contract from the browser. Never rejects: every way in which it can end is in the result.
 * Nothing is sent while the browser is offline.
 */
export async function callApi<N extends CallName>(
  name: N,
  data: CallRequest<N>,
): Promise<CallResult<BrowserData<CallResponse<N>>>> {
  const answer = navigator.onLine ? await post<BrowserData<CallResponse<N>>>(name, data) : null;
  if (!answer) {
    announce(networkFailed);
    return { kind: 'offline' };
  }
  if (answer.success) {
    if (sessionCalls.has(name)) announce(sessionUpdated);
    return { kind: 'ok', data: answer.data };
  }
  switch (answer.firstCode) {
    case codes.fieldWrong:
      return { kind: 'wrong-fields', fields: answer.data?.fields ?? {} };
    case codes.sessionExpired:
      announce(sessionExpired);
      return { kind: 'session-expired' };
    case codes.technicalIssue:
      announce(technicalIssue);
      return { kind: 'technical' };
    default:
      return { kind: 'refused', firstCode: answer.firstCode };
  }
}

/** @returns null where no answer of the site arrived */
async function post<Data>(name: CallName, data: object): Promise<Answer<Data> | null> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await response.json();
  } catch {
    return null;
  }
}
