import { forgetRequests } from '../forms/request-keys.ts';
import { dropOrders } from '../play/ticket-places.ts';

/**
 * Key in the tab's session storage. Its value is the name of the player whose purchases and payments the tab stores.
 */
const ownerKey = 'owner';

/**
 * Notes the logged-in player as the owner of the tab's data. If the owner was another player, deletes that player's
 * purchases and payments. The data outlive the session, because the same player may log in again and repeat a request
 * whose answer was lost.
 */
export function keepDataOf(username: string): void {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    if (owner !== null && owner !== username) forgetPlayer();
    sessionStorage.setItem(ownerKey, username);
  } catch {
    // If the browser blocks storage, the tab stores no purchases or payments.
  }
}

/** @throws if the browser blocks storage */
export const isOwner = (username: string): boolean => sessionStorage.getItem(ownerKey) === username;

/** Deletes all of the player's data that the tab stores. */
export function forgetPlayer(): void {
  try {
    forgetRequests();
    dropOrders();
    sessionStorage.removeItem(ownerKey);
  } catch {
    // If the browser blocks storage, the tab has stored no data to delete.
  }
}
