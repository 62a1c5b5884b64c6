import { presenceCookie } from '../../shared/presence-script.ts';

const present = new RegExp(`(?:^|; )${presenceCookie}=.`);

/**
 * Returns whether the browser has a player's session. The server sets and clears the presence cookie together with the
 * session.
 */
export function isPlayerPresent(): boolean {
  return present.test(document.cookie);
}

/**
 * Shows the menu for a player or the menu for a visitor, depending on the presence cookie. @returns whether a player is
 * logged in
 */
export function markPresence(): boolean {
  const isPresent = isPlayerPresent();
  document.documentElement.toggleAttribute('data-player', isPresent);
  return isPresent;
}
