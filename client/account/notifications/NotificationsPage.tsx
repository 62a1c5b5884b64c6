import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useStore } from 'zustand';
import { deleteLater, deletions, undoDeletion } from '../../popups/notifications/deletions.ts';
import { refreshSession } from '../../stores/session.ts';
import { ListPage, ListSkeleton } from '../list/ListPage.tsx';
import { loadList } from '../list/list-screen.tsx';
import type { ListView } from '../list/list-view.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import type { Screen } from '../screen.ts';
import { notificationList } from './notification-list.ts';

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
 * A button that deletes a notification or undoes the deletion, as in the drawer. After the deletion, the list is loaded
 * again.
 */
function Removal({ id, texts }: { id: string; texts: NotificationsView['texts'] }) {
  const isRemoved = useStore(deletions, (marks) => marks.has(id));
  const { revalidate } = useRevalidator();
  return (
    <output className="removal">
      {isRemoved ? `${texts.removed} ` : null}
      <button
        className="list__print"
        type="button"
        onClick={() => (isRemoved ? undoDeletion(id) : deleteLater(id, () => void revalidate()))}
      >
        {isRemoved ? texts.undo : texts.remove}
      </button>
    </output>
  );
}
