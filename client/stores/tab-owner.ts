import { forgetRequests } from '../forms/request-keys.ts';
import { dropOrders } from '../play/ticket-places.ts';

/** Key in the tab's session storage: the name of the player whose purchases and payments the tab keeps. */
const ownerKey = 'owner';

/**
 * Deletes the kept purchases and payments of another player. The data of an ended session stays until then, because the
 * same player may log in again and repeat a request whose answer was lost.
 */
export function keepDataOf(username: string): void {
  try {
    const owner = sessionStorage.getItem(ownerKey);
    if (owner !== null && owner !== username) forgetPlayer();
    sessionStorage.setItem(ownerKey, username);
  } catch {
    // If storage is blocked, the tab keeps no data.
  }
}

/** @throws if the browser blocks storage */
export const isOwner = (username: string): boolean => sessionStorage.getItem(ownerKey) === username;

/** Deletes all data of the player that the tab keeps, after a logout. */
export function forgetPlayer(): void {
  try {
    forgetRequests();
    dropOrders();
    sessionStorage.removeItem(ownerKey);
  } catch {
    // If storage is blocked, the tab keeps no data.
  }
}
