import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { callApi } from '../../api/call-api.ts';
import { refreshSession } from '../../stores/session.ts';
import { ListPage, ListSkeleton } from '../list/ListPage.tsx';
import { loadList } from '../list/list-screen.tsx';
import type { ListView } from '../list/list-view.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import type { Screen } from '../screen.ts';
import { notificationList } from './notification-list.ts';

/** The time in which the player can undo a deletion. After this time, the browser makes the call. */
const undoMs = 5000;

interface NotificationsView {
  list: ListView;
  texts: { remove: string; removed: string; undo: string };
}

/** `/my-accounts/notifications`: the player's notifications. Notifications that the page shows count as read. */
export const notificationsScreen: Screen = {
  async load(request) {
    const { t } = request.wording;
    const answer = await loadList(notificationList, request);
    if (answer.kind !== 'shown') return answer;
    const view: NotificationsView = {
      list: answer.view,
      texts: {
        remove: t('account.notification.remove'),
        removed: t('account.notification.removed'),
        undo: t('account.notification.undo'),
      },
    };
    return { kind: 'shown', view };
  },
  Component: () => <ScreenContent Content={Notifications} skeleton={<ListSkeleton />} />,
};

function Notifications({ view: { list, texts } }: { view: NotificationsView }) {
  // Refresh the count of unread notifications in the header, because this page has just marked some of them as read.
  useEffect(() => {
    refreshSession().catch(() => undefined);
  }, []);
  return <ListPage view={list} action={removalWith(texts)} />;
}

const removalWith = (texts: NotificationsView['texts']) => (id: string) => <Removal id={id} texts={texts} />;

/**
 * Deletes a notification five seconds after the click, unless the player undoes the deletion. If the player opens
 * another page of the account area, the notification is deleted at once. If the player closes the tab, it is not
 * deleted.
 */
function Removal({ id, texts }: { id: string; texts: NotificationsView['texts'] }) {
  const [isRemoved, setRemoved] = useState(false);
  const { revalidate } = useRevalidator();
  const finish = useRef<(() => void) | null>(null);
  const undo = useRef<() => void>(() => undefined);
  useEffect(() => () => finish.current?.(), []);

  const remove = (): void => {
    setRemoved(true);
    const settle = () => {
      clearTimeout(timer);
      finish.current = null;
      void callApi('notifications/delete', { id }).then(() => revalidate());
    };
    const timer = setTimeout(settle, undoMs);
    finish.current = settle;
    undo.current = () => {
      clearTimeout(timer);
      finish.current = null;
      setRemoved(false);
    };
  };

  return (
    <output className="removal">
      {isRemoved ? `${texts.removed} ` : null}
      <button className="list__print" type="button" onClick={isRemoved ? () => undo.current() : remove}>
        {isRemoved ? texts.undo : texts.remove}
      </button>
    </output>
  );
}
