import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Code } from '../../shared/contract/codes.ts';
import type { Run } from '../run.ts';

export interface SentRequest<N extends CallName> {
  run: Run;
  data: CallRequest<N>;
  token: string | null;
}

export interface Scenario<N extends CallName> {
  /**
   * Creates the prerequisites of a request that should succeed, and then returns this request.
   * @throws Untested if a prerequisite cannot be met
   */
  request(run: Run): Promise<CallRequest<N>> | CallRequest<N>;
  /**
   * Returns the session token of the request. By default, a call for players uses the session of the run's main player.
   * Other calls use no session.
   */
  token?(run: Run): Promise<string>;
  /**
   * Codes with which the platform may reject the valid request, each with the reason. The run cannot avoid these
   * rejections.
   */
  mayRefuse?: Partial<Record<Code, string>>;
  /**
   * The code with which the platform must reject the request. Set only for requests that the platform would accept
   * later, but only after a longer time than the run can wait.
   */
  rejectedWith?: Code;
  /**
   * Checks the content of an answer that matches the schema, and returns the problems. The check can make further
   * calls.
   * @throws Untested if a prerequisite of a check is missing
   */
  problems?(answer: CallResponse<N>, sent: SentRequest<N>): Promise<string[]> | string[];
}

/** Scenarios by call. If a call has no scenario, the check sends the example request of the contract. */
export type Scenarios = { readonly [Name in CallName]?: Scenario<Name> };

/** Returns the problem in a list, or an empty list if the condition is true. */
export const problemUnless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
