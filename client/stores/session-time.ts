import type { Player } from './session.ts';

type SessionTime = NonNullable<Player['session']>;

let known: { session: SessionTime; startMs: number } | null = null;

/**
 * Returns the age of the session in seconds. The server's response contains the age, because the clocks of server and
 * device can differ. The result is never negative, even if the device's clock was set back.
 * @param session the object from the response, not a copy. The time that passes after the first call with this object
 *   is added to the age in the response
 */
export function secondsSinceLogin(session: SessionTime): number {
  if (known?.session !== session) known = { session, startMs: Date.now() - session.seconds * 1000 };
  return Math.max(0, (Date.now() - known.startMs) / 1000);
}
