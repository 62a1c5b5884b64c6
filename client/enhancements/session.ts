import { isPlayerPresent, markPresence } from '../stores/presence.ts';

/** Name of the channel between the tabs of one browser. A message says that the session changed, and nothing else. */
const channelName = 'session';

let channel: BroadcastChannel | undefined;
let isFollowing = false;

/** Shows who is logged in now. A visitor who was never logged in on this page needs no request and no script. */
export function followSession(): void {
  if (!markPresence() && !isFollowing) return;
  isFollowing = true;
  import('./player-menu.ts')
    .then(({ showPlayerMenu }) => showPlayerMenu())
    // The menu of a player or visitor is shown, without name and balance.
    .catch((error: unknown) => reportError(error));
}

/** After a login, signup or logout in this tab: updates this tab and notifies the others. */
export function shareSession(): void {
  followSession();
  channel?.postMessage(null);
}

/** Listens to the other tabs. An open channel can keep a page out of the back-forward cache, so it closes on leaving. */
export function joinTabs(): void {
  if (channel) return;
  channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', followSession);
}

export function leaveTabs(): void {
  channel?.close();
  channel = undefined;
}

/** A tab that was hidden or restored may have missed a message, so the cookie is read again. */
export function checkSession(): void {
  const isMarked = document.documentElement.hasAttribute('data-player');
  if (!document.hidden && isMarked !== isPlayerPresent()) followSession();
}
