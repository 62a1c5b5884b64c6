import { useRef } from 'react';
import { useStore } from 'zustand';
import type { NotificationTab } from '../../../shared/contract/notifications.ts';
import type { Translate } from '../../../shared/translate.ts';
import { deletions, failureOf, isDeletion } from './deletions.ts';
import { NotificationCard } from './NotificationCard.tsx';
import { useNotifications } from './use-notifications.ts';

interface NotificationListProps {
  tab: NotificationTab;
  t: Translate;
  formatTime: (time: string) => string;
}

/** The notifications of one tab, with its loading, empty and error state. */
export function NotificationList({ tab, t, formatTime }: NotificationListProps) {
  const { notifications, cursor, state, loadMore } = useNotifications(tab);
  const marks = useStore(deletions);
  const root = useRef<HTMLDivElement>(null);
  const left = notifications.filter(({ id }) => marks.get(id) !== 'gone');

  return (
    // This element receives the focus when the focused card disappears.
    <div ref={root} tabIndex={-1}>
      <ul className="notifications__list" aria-busy={state === 'loading'}>
        {left.map((notification) => (
          <NotificationCard
            key={notification.id}
            notification={notification}
            isDeleted={isDeletion(marks.get(notification.id))}
            failure={failureOf(marks.get(notification.id))}
            time={formatTime(notification.timestamp)}
            t={t}
            onGone={() => root.current?.focus()}
          />
        ))}
      </ul>
      {state === 'loading' ? (
        <>
          <output className="visually-hidden">{t('notification_popup.loading')}</output>
          <div className="notifications__skeleton" aria-hidden="true">
            <span className="skeleton" />
            <span className="skeleton" />
            <span className="skeleton" />
          </div>
        </>
      ) : null}
      {state === 'loaded' && left.length === 0 && cursor === null ? (
        <p className="notifications__empty">{t('notification_popup.empty')}</p>
      ) : null}
      {state === 'failed' ? (
        <div className="notifications__empty" role="alert">
          <p>{t('notification_popup.failed')}</p>
          <button className="button button--secondary" type="button" onClick={loadMore}>
            {t('notification_popup.retry')}
          </button>
        </div>
      ) : null}
      {state === 'loaded' && cursor !== null ? (
        <button className="button button--secondary notifications__older" type="button" onClick={loadMore}>
          {t('notification_popup.older')}
        </button>
      ) : null}
    </div>
  );
}
