import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Code } from '../../shared/contract/codes.ts';
import type { Run } from '../run.ts';

export interface SentRequest<N extends CallName> {
  run: Run;
  data: CallRequest<N>;
  token: string | null;
}

/** Defines how one call is checked. */
export interface Scenario<N extends CallName> {
  /**
   * Returns a request that should succeed, after creating its prerequisites.
   * @throws Untested if a prerequisite cannot be met
   */
  request(run: Run): Promise<CallRequest<N>> | CallRequest<N>;
  /**
   * Returns the session token of the request. By default, calls for players use the session of the run's main player,
   * and other calls use no session.
   */
  token?(run: Run): Promise<string>;
  /** Codes that are acceptable for a valid request because of circumstances outside the run, each with its reason. */
  mayRefuse?: Partial<Record<Code, string>>;
  /**
   * Returns problems in the content of an answer with a valid schema. It can make further calls.
   * @throws Untested if a prerequisite of a check is missing
   */
  problems?(answer: CallResponse<N>, sent: SentRequest<N>): Promise<string[]> | string[];
}

/** Scenarios by call. A call without a scenario is checked with the request of its example. */
export type Scenarios = { readonly [Name in CallName]?: Scenario<Name> };

/** The problem as a list, or an empty list if the condition holds. */
export const problemUnless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
