import { useEffect, useLayoutEffect, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useStore } from 'zustand';
import { codes } from '../../../shared/contract/codes.ts';
import {
  deleteLater,
  deletions,
  failureOf,
  isDeletion,
  undoDeletion,
} from '../../popups/notifications/deletions.ts';
import { refreshSession } from '../../stores/session.ts';
import { AccountList, ListSkeleton } from '../list/AccountList.tsx';
import { loadList } from '../list/list-screen.tsx';
import type { ListView, RowView } from '../list/list-view.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import type { Screen } from '../screen.ts';
import { notificationList } from './notification-list.ts';

interface NotificationsView {
  list: ListView;
  texts: {
    remove: string;
    removed: string;
    undo: string;
    /** Messages about failed deletions, by the reason. */
    failures: Readonly<Record<string, string>>;
  };
}

const failureCodes = [codes.fieldWrong, codes.sessionExpired, codes.tooManyTries, codes.technicalIssue];

/** `/my-accounts/notifications`: the player's notifications. Notifications that the page shows count as read. */
export const notificationsScreen: Screen = {
  async load(request) {
    const { t } = request.wording;
    const notRemoved = (reason: string) => t('account.notification.not_removed', { reason });
    const answer = await loadList(notificationList, request);
    if (answer.kind !== 'shown') return answer;
    const view: NotificationsView = {
      list: answer.view,
      texts: {
        remove: t('account.notification.remove'),
        removed: t('account.notification.removed'),
        undo: t('account.notification.undo'),
        failures: Object.fromEntries([
          ['offline', notRemoved(t('form.offline'))],
          ...failureCodes.map((code) => [code, notRemoved(t(`code.${code}`))]),
        ]),
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
  return <AccountList view={list} action={removalWith(texts)} />;
}

const removalWith = (texts: NotificationsView['texts']) => (row: RowView) => (
  <Removal row={row} texts={texts} />
);

/**
 * A button that deletes a notification, or undoes its deletion. It works like the button in the notifications drawer.
 * After the deletion, the list is loaded again.
 */
function Removal({ row: { key: id, cells }, texts }: { row: RowView; texts: NotificationsView['texts'] }) {
  const mark = useStore(deletions, (marks) => marks.get(id));
  const isRemoved = isDeletion(mark);
  const failure = failureOf(mark);
  const { revalidate } = useRevalidator();
  const element = useRef<HTMLOutputElement>(null);
  // The focused button disappears with its row. Focus the page's heading, because the focus would otherwise be lost.
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own?.contains(document.activeElement))
        document.querySelector<HTMLElement>('.account-area__title')?.focus();
    };
  }, []);
  const label = isRemoved ? texts.undo : texts.remove;
  return (
    <output className="removal" ref={element}>
      {isRemoved ? `${texts.removed} ` : null}
      {failure === null ? null : (
        <span className="removal__failure">
          {texts.failures[failure] ?? texts.failures[codes.technicalIssue]}{' '}
        </span>
      )}
      <button
        className="list__print"
        type="button"
        aria-label={`${label}: ${cells[0]?.text ?? ''}`}
        onClick={() => (isRemoved ? undoDeletion(id) : deleteLater(id, () => void revalidate()))}
      >
        {label}
      </button>
    </output>
  );
}
