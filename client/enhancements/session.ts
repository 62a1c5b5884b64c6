import { sessionUpdated } from '../api/announcements.ts';
import { languagePrefix } from '../i18n/language-prefix.ts';
import { isPlayerPresent, markPresence } from '../stores/presence.ts';

/**
 * Name of the channel between the tabs of one browser. The messages have no content. Each message means that the
 * session has changed.
 */
const channelName = 'session';

let channel: BroadcastChannel | undefined;
let isFollowing = false;

/**
 * Keeps the header's menu up to date. Until a player is logged in, the function loads no script and sends no request.
 * @param isNew whether the player has just logged in or out in this tab
 */
export function followSession(isNew = false): void {
  if (!markPresence() && !isFollowing) return;
  isFollowing = true;
  import('./player-menu.ts')
    .then(({ showPlayerMenu }) => showPlayerMenu(isNew))
    // If the script or the player's data cannot be loaded, the menu shows no name and no balance.
    .catch((error: unknown) => reportError(error));
}

/** Updates this tab after a login, signup, logout or change of the player's data, and notifies the other tabs. */
export function shareSession({ type }: Event): void {
  followSession(type === sessionUpdated);
  channel?.postMessage(null);
}

/**
 * Listens to the other tabs. `leaveTabs` closes the channel when the player leaves the page, because an open channel
 * can keep the page out of the back-forward cache.
 */
export function joinTabs(): void {
  if (channel) return;
  channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', followOtherTab);
}

/**
 * Updates this tab after a login or logout in another tab. After a logout, popups close, because they can show the
 * player's data. If this tab shows a private page, the home page replaces it.
 */
function followOtherTab(): void {
  const wasPresent = document.documentElement.hasAttribute('data-player');
  followSession();
  if (isPlayerPresent()) return;
  if (wasPresent) for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  if (document.querySelector('[data-enhance="account"]')) location.replace(languagePrefix() || '/');
}

export function leaveTabs(): void {
  channel?.close();
  channel = undefined;
}

/**
 * Reads the presence cookie again, because a hidden or restored tab may have missed a message of another tab. A
 * restored page also requests the player's data again, because another player may have logged in.
 */
export function checkSession(event: Event): void {
  const isPageShow = event instanceof PageTransitionEvent;
  // A page that was just loaded has missed no message of another tab. If its session has ended, the page detects that
  // itself.
  if (isPageShow && !event.persisted) return;
  const isMarked = document.documentElement.hasAttribute('data-player');
  if (!document.hidden && (isPageShow || isMarked !== isPlayerPresent())) followOtherTab();
}
