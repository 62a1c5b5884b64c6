import { useCallback, useEffect, useState } from 'react';
import type { Notification, NotificationTab } from '../../../shared/contract/notifications.ts';
import { callApi } from '../../api/call-api.ts';
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

  const load = useCallback(
    async (cursor: string | null) => {
      const request = { tab, markRead: true, ...(cursor === null ? {} : { cursor }) };
      const result = await callApi('notifications/list', request);
      if (result.kind !== 'ok') return setList((before) => ({ ...before, state: 'failed' }));
      const { notifications, cursor: next, unreadCount } = result.data;
      setList((before) => ({
        notifications: [...(cursor === null ? [] : before.notifications), ...notifications],
        cursor: next,
        state: 'loaded',
      }));
      setUnreadCount(unreadCount);
    },
    [tab],
  );

  useEffect(() => void load(null), [load]);

  const { cursor } = list;
  const loadMore = useCallback(() => {
    setList((before) => ({ ...before, state: 'loading' }));
    void load(cursor);
  }, [load, cursor]);

  return { ...list, loadMore };
}
