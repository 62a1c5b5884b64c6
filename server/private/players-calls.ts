import type { IncomingMessage, ServerResponse } from 'node:http';
import { codes, endsSession } from '../../shared/contract/codes.ts';
import type { AccountInput } from '../../shared/pages/account.ts';
import { deviceOf } from '../calls/device.ts';
import { failure } from '../calls/failures.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../session/sealer.ts';

/** Time limit for all calls of a page together. After this time, the page shows an error instead of loading forever. */
const dataLimitMs = 8000;

export interface PlayersRequest {
  req: IncomingMessage;
  res: ServerResponse;
  session: Session;
  /** The client's IP address. */
  address: string;
  /** A signal that aborts when the client disconnects. */
  signal: AbortSignal;
}

export interface PlayersCalls {
  call: AccountInput['call'];
  /**
   * Returns the Set-Cookie header lines of the calls that were answered so far. If a call is answered after the headers
   * of the response were sent, its lines are lost.
   */
  cookies(): readonly string[];
}

/** Creates the function that makes the calls of one page. */
export function createPlayersCalls(
  { makeCall }: Pick<Deps, 'makeCall'>,
  { req, session, address, signal }: PlayersRequest,
): PlayersCalls {
  const late = AbortSignal.timeout(dataLimitMs);
  const caller = { session, address, device: deviceOf(req.headers), signal: AbortSignal.any([signal, late]) };
  let cookies: readonly string[] = [];
  return {
    async call(name, data) {
      const outcome = await makeCall(name, data, caller);
      cookies = [...cookies, ...outcome.cookies];
      const { answer } = outcome;
      return !answer.success && endsSession(answer.firstCode) ? failure(codes.sessionExpired) : answer;
    },
    cookies: () => cookies,
  };
}
