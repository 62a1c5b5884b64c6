import type { Call, RateClass } from '../../shared/contract/call.ts';
import {
  type CallData,
  type CallName,
  type CallRequest,
  calls,
  type ReadCallName,
} from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import { parseRequest } from '../../shared/contract/parse-request.ts';
import { wrongFieldsOf } from '../../shared/contract/wrong-fields.ts';
import type { Reads } from '../cache/reads.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Log } from '../log.ts';
import type { CallReads } from '../reads/call-reads.ts';
import { TooManyReads } from '../reads/read-costs.ts';
import { playerKeyOf } from '../session/player-key.ts';
import type { Session } from '../session/sealer.ts';
import type { SessionCookies } from '../session/session-cookies.ts';
import { isFailureCode } from '../upstream/check-answer.ts';
import type { Device, SendCall } from '../upstream/send-call.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import { type CallRates, rateWindowSeconds } from './call-rates.ts';
import { refusedByConfiguration } from './configured-rules.ts';
import { failure, wrongFields } from './failures.ts';
import { settleSession } from './settle-session.ts';

/** The client for whom a call is made. */
export interface Caller {
  /** The player's session, or null for a visitor. */
  session: Session | null;
  /** The client's IP address. */
  address: string;
  device: Device;
  /** A signal that aborts when the client disconnects. */
  signal: AbortSignal;
}

export interface CallOutcome<T = unknown> {
  answer: Answer<T>;
  /** Set-Cookie header lines, which callers must send to the browser with any answer. */
  cookies: readonly string[];
  /** The time after which the client may retry. It is set only with code 15429. */
  retryAfterSeconds?: number;
  /** The answer as JSON. It is set if `makeCall` has serialised the answer to search it for the session token. */
  text?: string;
}

/**
 * Makes one call if the rate limit allows it. The returned promise never rejects.
 * @param data the data of the request. This function validates the data
 * @returns the outcome, with code 15500 if the platform gives no usable answer
 */
export type MakeCall = <N extends CallName>(
  name: N,
  data: unknown,
  caller: Caller,
) => Promise<CallOutcome<CallData<N>>>;

export interface Calls {
  /**
   * Counts one call against a rate limit, as the first step of `makeCall`. Callers can run this step alone, to refuse a
   * request over the limit before its body is read.
   * @returns null if the call may be made
   */
  admit: (rate: RateClass, caller: Pick<Caller, 'session' | 'address'>) => Promise<CallOutcome<never> | null>;
  /** Makes a call without counting it, as the second step of `makeCall`. */
  makeAdmitted: MakeCall;
  makeCall: MakeCall;
}

export interface CallsOptions {
  callRates: CallRates;
  /** Sends the calls of players. */
  sendCall: SendCall;
  /** Sends the calls of visitors over separate connections. Many logins at once therefore do not delay players. */
  sendVisitorsCall: SendCall;
  callReads: CallReads;
  createReads(clientGone: AbortSignal): Reads;
  sessions: SessionCookies;
  /** The configuration. It limits the length of inputs and can turn some calls off. */
  config: Pick<SiteConfig, 'boot' | 'setup'>;
  /** Called for each call that exceeds its rate limit. */
  onRateLimited(): void;
  log: Log;
  nowMs: () => number;
}

/**
 * Whether an error needs no log line. A disconnected client is not a failure. An open circuit breaker was logged when
 * it opened.
 */
const isExpected = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.kind === 'aborted' || error.kind === 'breaker-open');

const noCookies: readonly string[] = [];

/**
 * Answers a read call from the data cache.
 * @throws UpstreamError if the platform fails and no cached answer is left
 * @throws TooManyReads if the client's address has used up its limit of read calls
 */
async function cachedAnswer(
  options: CallsOptions,
  name: ReadCallName,
  data: CallRequest<ReadCallName>,
  { signal, address }: Pick<Caller, 'signal' | 'address'>,
): Promise<Answer<unknown>> {
  const { callRates, callReads } = options;
  const charge = (points: number) => callRates.take(calls[name].rate, address, null, points);
  try {
    const value = await callReads.readForVisitor(options.createReads(signal), name, data, charge);
    return { success: true, firstCode: codes.ok, data: value };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind !== 'business') throw error;
    const { code, fields } = error;
    if (code === null || !isFailureCode(code)) throw error;
    return fields ? wrongFields({ ...fields }) : failure(code);
  }
}

/**
 * Creates the functions that make the calls of players and visitors, whether from JSON requests, forms or downloads.
 */
export function createCalls(options: CallsOptions): Calls {
  const { callRates, sendCall, sendVisitorsCall, sessions, config, log, nowMs } = options;

  const overLimit = (retryAfterSeconds: number): CallOutcome<never> => {
    options.onRateLimited();
    return { answer: failure(codes.tooManyTries), cookies: noCookies, retryAfterSeconds };
  };

  const admit: Calls['admit'] = async (rate, { session, address }) => {
    const waitSeconds = await callRates.take(rate, address, session && playerKeyOf(session));
    return waitSeconds === 0 ? null : overLimit(waitSeconds);
  };

  /** @throws UpstreamError if there is no usable answer */
  const answerOf = async (name: CallName, data: unknown, caller: Caller): Promise<Answer<unknown>> => {
    if (isReadName(name)) {
      const request = parseRequest(calls[name].request, data);
      if (!request.success) return wrongFields(wrongFieldsOf(request.error));
      const refused = refusedByConfiguration(config, name, request.data);
      return refused ?? cachedAnswer(options, name, request.data, caller);
    }
    const call = callOf(name);
    const request = parseRequest(call.request, data);
    if (!request.success) return wrongFields(wrongFieldsOf(request.error));
    const refusal = refusedByConfiguration(config, name, request.data);
    if (refusal) return refusal;
    const { session } = caller;
    const { answer } = await (session ? sendCall : sendVisitorsCall)({
      name,
      data: request.data,
      device: caller.device,
      token: session?.token ?? null,
      address: caller.address,
      player: session && playerKeyOf(session),
      // A logout must end the platform's session even if the client has disconnected.
      signal: call.session === 'closes' ? undefined : caller.signal,
    });
    return answer;
  };

  async function makeAdmitted<N extends CallName>(
    name: N,
    data: unknown,
    caller: Caller,
  ): Promise<CallOutcome<CallData<N>>>;
  async function makeAdmitted(name: CallName, data: unknown, caller: Caller): Promise<CallOutcome> {
    const call = callOf(name);
    const { session } = caller;
    if (call.who === 'player' && !session)
      return { answer: failure(codes.sessionExpired), cookies: sessions.forget() };
    // A logout ends the session in this browser even if the platform fails.
    const cookies = call.session === 'closes' ? sessions.forget() : noCookies;
    let outcome: CallOutcome;
    try {
      const answer = await answerOf(name, data, caller);
      if (!answer.success && answer.firstCode === codes.apiKeyWrong)
        throw new UpstreamError('platform', 'bad-answer', `${name}: the platform rejected this site's key`);
      outcome = call.read
        ? { answer, cookies: noCookies }
        : settleSession(sessions, name, session, answer, nowMs());
    } catch (error) {
      if (error instanceof TooManyReads) return overLimit(error.waitSeconds);
      if (!isExpected(error)) log.warn({ err: error, call: name }, 'call failed');
      return { answer: failure(codes.technicalIssue), cookies };
    }
    if (!outcome.answer.success && outcome.answer.firstCode === codes.tooManyTries)
      outcome.retryAfterSeconds = rateWindowSeconds;
    if (call.session === 'closes') outcome.cookies = cookies;
    if (!session || call.read) return outcome;
    outcome.text = JSON.stringify(outcome.answer);
    if (!outcome.text.includes(session.token)) return outcome;
    log.error({ call: name }, 'answer contains the session token; withheld');
    return { answer: failure(codes.technicalIssue), cookies };
  }

  async function makeCall<N extends CallName>(
    name: N,
    data: unknown,
    caller: Caller,
  ): Promise<CallOutcome<CallData<N>>> {
    return (await admit(callOf(name).rate, caller)) ?? makeAdmitted(name, data, caller);
  }

  return { admit, makeAdmitted, makeCall };
}

/**
 * Returns the declaration of a call with the general type `Call`. The literal types of most calls have no field
 * `session`.
 */
const callOf = (name: CallName): Call => calls[name];
const isReadName = (name: CallName): name is ReadCallName => calls[name].read;
