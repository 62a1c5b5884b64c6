import { presenceCookie } from '../../shared/presence-script.ts';

const present = new RegExp(`(?:^|; )${presenceCookie}=.`);

/** Whether the browser holds a player's session, by the cookie that the server sets and clears with it. */
export function isPlayerPresent(): boolean {
  return present.test(document.cookie);
}

/** Shows the menu of a player or of a visitor. @returns whether a player is present */
export function markPresence(): boolean {
  const isPresent = isPlayerPresent();
  document.documentElement.toggleAttribute('data-player', isPresent);
  return isPresent;
}
