import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Code } from '../../shared/contract/codes.ts';
import type { Run } from '../run.ts';

/** A request that was sent, and its session. */
export interface SentRequest<N extends CallName> {
  run: Run;
  data: CallRequest<N>;
  token: string | null;
}

/** How one call is checked. */
export interface Scenario<N extends CallName> {
  /** A request that should succeed, with its prerequisites. @throws Untested if they cannot be met */
  request(run: Run): Promise<CallRequest<N>> | CallRequest<N>;
  /** The session of the call; by default that of the run's player for players' calls, and none for others. */
  token?(run: Run): Promise<string>;
  /** Codes that a valid request may get because of circumstances outside the run, with the reason. */
  mayRefuse?: Partial<Record<Code, string>>;
  /** Problems of an answer whose schema is right, and of further calls around it. @throws Untested */
  problems?(answer: CallResponse<N>, sent: SentRequest<N>): Promise<string[]> | string[];
}

/** A call without a scenario is tried with the request of its example. */
export type Scenarios = { readonly [Name in CallName]?: Scenario<Name> };

/** The problem as a list, or an empty list if the condition holds. */
export const problemUnless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
