import { createStore } from 'zustand/vanilla';
import { type Code, codes } from '../../../shared/contract/codes.ts';
import { type CallResult, callApi } from '../../api/call-api.ts';
import { session } from '../../stores/session.ts';

/** Time in which the player can undo a deletion. */
const undoMs = 5000;

/** The reason why a deletion failed: the code of the answer, or `offline` if there was no answer. */
export type DeletionFailure = Code | 'offline';
type Mark = 'waiting' | 'gone' | DeletionFailure;

/**
 * Notifications that the player has deleted on this page. Their state is `waiting` until the call is sent, and `gone`
 * afterwards. After a failure, their state is the reason. The store outlives the drawer, so that no deletion is
 * cancelled when the drawer closes.
 */
export const deletions = createStore<ReadonlyMap<string, Mark>>(() => new Map());

/** Whether a list shows a notification as deleted. */
export const isDeletion = (state: Mark | undefined): boolean => state === 'waiting' || state === 'gone';

/** Returns the reason why the list still shows a notification that the player has deleted, or null. */
export function failureOf(state: Mark | undefined): DeletionFailure | null {
  return state === undefined || state === 'waiting' || state === 'gone' ? null : state;
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function mark(id: string, state: Mark | null): void {
  const marks = new Map(deletions.getState());
  if (state) marks.set(id, state);
  else marks.delete(id);
  deletions.setState(marks, true);
}

/**
 * Deletes a notification after 5 s, unless `undoDeletion` is called within this time. If the player leaves the page
 * within this time, the notification is deleted at once.
 * @param onDeleted called when the platform has deleted the notification
 */
export function deleteLater(id: string, onDeleted?: () => void): void {
  mark(id, 'waiting');
  timers.set(
    id,
    setTimeout(
      () => void deleteNow(id).then(() => deletions.getState().get(id) === 'gone' && onDeleted?.()),
      undoMs,
    ),
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
  // notification again, with the reason.
  const failure = failureOfCall(result);
  if (failure !== codes.notFound) mark(id, failure);
}

function failureOfCall(result: Exclude<CallResult<unknown>, { kind: 'ok' }>): DeletionFailure {
  switch (result.kind) {
    case 'refused':
      return result.firstCode;
    case 'session-expired':
      return codes.sessionExpired;
    case 'wrong-fields':
      return codes.fieldWrong;
    case 'technical':
      return codes.technicalIssue;
    // Only the kind "offline" remains here.
    default:
      return 'offline';
  }
}

/** Sets the count beside the bell in the header. */
export function setUnreadCount(notificationCount: number): void {
  const { player } = session.getState();
  if (player) session.setState({ player: { ...player, notificationCount } });
}
