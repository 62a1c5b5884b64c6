import { createStore } from 'zustand/vanilla';
import { codes } from '../../../shared/contract/codes.ts';
import { callApi } from '../../api/call-api.ts';
import { session } from '../../stores/session.ts';

/** Time in which the player can undo a deletion. */
const undoMs = 5000;

/**
 * Notifications that the player has deleted on this page. Their state is `waiting` until the call is sent, and `gone`
 * afterwards. The store outlives the drawer, so that no deletion is cancelled when the drawer closes.
 */
export const deletions = createStore<ReadonlyMap<string, 'waiting' | 'gone'>>(() => new Map());

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function mark(id: string, state: 'waiting' | 'gone' | null): void {
  const marks = new Map(deletions.getState());
  if (state) marks.set(id, state);
  else marks.delete(id);
  deletions.setState(marks, true);
}

/**
 * Deletes a notification after 5 s, unless `undoDeletion` is called within this time. If the player leaves the page
 * within this time, the notification is deleted at once.
 * @param onAnswer called when the deletion is answered
 */
export function deleteLater(id: string, onAnswer?: () => void): void {
  mark(id, 'waiting');
  timers.set(
    id,
    setTimeout(() => void deleteNow(id).then(onAnswer), undoMs),
  );
  addEventListener('pagehide', deleteAllNow);
}

export function undoDeletion(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  mark(id, null);
}

function deleteAllNow(): void {
  for (const id of timers.keys()) void deleteNow(id, true);
}

async function deleteNow(id: string, isLeaving = false): Promise<void> {
  clearTimeout(timers.get(id));
  timers.delete(id);
  mark(id, 'gone');
  const result = await callApi('notifications/delete', { id }, { isLeaving });
  if (result.kind === 'ok') return setUnreadCount(result.data.unreadCount);
  // If the notification is not found, another tab has already deleted it. After every other failure, the list shows the
  // notification again.
  const isGone = result.kind === 'refused' && result.firstCode === codes.notFound;
  if (!isGone) mark(id, null);
}

/** Sets the count beside the bell in the header. */
export function setUnreadCount(notificationCount: number): void {
  const { player } = session.getState();
  if (player) session.setState({ player: { ...player, notificationCount } });
}
