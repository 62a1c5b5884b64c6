import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Code } from '../../shared/contract/codes.ts';
import type { Run } from '../run.ts';

/** What was sent, and with whose session. */
export interface Asked<N extends CallName> {
  run: Run;
  data: CallRequest<N>;
  token: string | null;
}

/** How one call is tried. */
export interface Scenario<N extends CallName> {
  /** A request that should succeed; makes what it needs. @throws Untested where it cannot be made */
  request(run: Run): Promise<CallRequest<N>> | CallRequest<N>;
  /** Whose session goes along; without it the run's player for players' calls, nobody for the others. */
  token?(run: Run): Promise<string>;
  /** Codes with which a good request may be refused, since success hangs on something outside; and on what. */
  mayRefuse?: Partial<Record<Code, string>>;
  /** What the answer says besides having the right shape: what is wrong with it. @throws Untested */
  means?(answer: CallResponse<N>, asked: Asked<N>): Promise<string[]> | string[];
}

/** A call without a scenario is tried with the request of its example. */
export type Scenarios = { readonly [Name in CallName]?: Scenario<Name> };

/** Problems of what is not so. */
export const unless = (isSo: boolean, problem: string): string[] => (isSo ? [] : [problem]);
