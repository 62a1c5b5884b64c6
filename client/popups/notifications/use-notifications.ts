import { useCallback, useEffect, useState } from 'react';
import type {
  Notification,
  NotificationList as NotificationPage,
  NotificationTab,
} from '../../../shared/contract/notifications.ts';
import { type CallResult, callApi } from '../../api/call-api.ts';
import { setUnreadCount } from './deletions.ts';

interface Loaded {
  notifications: readonly Notification[];
  /** Cursor of the next page; null at the end of the list. */
  cursor: string | null;
  state: 'loading' | 'loaded' | 'failed';
}

/** Loads the notifications of a tab, newest first, and marks them as read. `loadMore` also repeats a failed call. */
export function useNotifications(tab: NotificationTab): Loaded & { loadMore: () => void } {
  const [list, setList] = useState<Loaded>({ notifications: [], cursor: null, state: 'loading' });

  const show = useCallback((result: CallResult<NotificationPage>) => {
    if (result.kind !== 'ok') return setList((before) => ({ ...before, state: 'failed' }));
    const { notifications, cursor, unreadCount } = result.data;
    setList((before) => ({
      notifications: [...before.notifications, ...notifications],
      cursor,
      state: 'loaded',
    }));
    setUnreadCount(unreadCount);
  }, []);

  useEffect(() => void callApi('notifications/list', { tab, markRead: true }).then(show), [tab, show]);

  const { cursor } = list;
  const loadMore = useCallback(() => {
    setList((before) => ({ ...before, state: 'loading' }));
    const page = cursor === null ? {} : { cursor };
    void callApi('notifications/list', { tab, markRead: true, ...page }).then(show);
  }, [tab, cursor, show]);

  return { ...list, loadMore };
}
