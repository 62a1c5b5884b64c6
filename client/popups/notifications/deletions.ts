import { createStore } from 'zustand/vanilla';
import { type Code, codes } from '../../../shared/contract/codes.ts';
import { type CallResult, callApi } from '../../api/call-api.ts';
import { session } from '../../stores/session.ts';

/** The player can undo a deletion within this time. */
const undoMs = 5000;

/** The reason why a deletion failed: the error code, or `offline` if the call received no response. */
export type DeletionFailure = Code | 'offline';
type Mark = 'waiting' | 'gone' | DeletionFailure;

/**
 * Notifications that the player has deleted on this page, by id. The state of a notification is `waiting` until the
 * call is sent, and `gone` afterwards. If the call fails, the state is the reason for the failure. The store exists
 * even while the drawer is closed, so that closing the drawer cancels no deletion.
 */
export const deletions = createStore<ReadonlyMap<string, Mark>>(() => new Map());

/** Whether a list shows a notification in this state as deleted. */
export const isDeletion = (state: Mark | undefined): boolean => state === 'waiting' || state === 'gone';

/** Returns the reason why a deletion failed, or null. After a failure, the list shows the notification again. */
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
    // Only the kind "offline" is left: the call was not sent or received no answer.
    default:
      return 'offline';
  }
}

/** Sets the count beside the bell in the header. */
export function setUnreadCount(notificationCount: number): void {
  const { player } = session.getState();
  if (player) session.setState({ player: { ...player, notificationCount } });
}
