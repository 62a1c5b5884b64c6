/** Names of events on `window`. Any module can dispatch these events. start.ts decides how the page reacts. */

/** The player logged in, signed up or logged out in this tab. */
export const sessionUpdated = 'session-updated';
/** The player's data in the header changed, for example the avatar or the balance. */
export const playerChanged = 'player-changed';
/** The session has ended on the server (15107). */
export const sessionExpired = 'session-expired';
/** A call was not sent or received no answer. */
export const networkFailed = 'network-failed';
/** The platform failed (15500). */
export const technicalIssue = 'technical-issue';

export type Announcement =
  | typeof sessionUpdated
  | typeof playerChanged
  | typeof sessionExpired
  | typeof networkFailed
  | typeof technicalIssue;

export function announce(name: Announcement): void {
  dispatchEvent(new CustomEvent(name));
}
