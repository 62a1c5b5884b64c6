import type { Player } from './session.ts';

type SessionTime = NonNullable<Player['session']>;

let known: { session: SessionTime; startMs: number } | null = null;

/**
 * Returns the age of the session in seconds. The server's response contains the age, because the clocks of server and
 * device can differ. The result is never negative, even if the device's clock was set back.
 * @param session the object from the response. The time since the first call with this object is added to the age in
 *   the response. A copy would count as a new response, and the added time would start at 0 again
 */
export function secondsSinceLogin(session: SessionTime): number {
  if (known?.session !== session) known = { session, startMs: Date.now() - session.seconds * 1000 };
  return Math.max(0, (Date.now() - known.startMs) / 1000);
}
