import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Notification } from '../../../shared/contract/notifications.ts';
import type { Translate } from '../../../shared/translate.ts';
import { type DeletionFailure, deleteLater, undoDeletion } from './deletions.ts';

interface CardProps {
  notification: Notification;
  /** True if the player has deleted the notification and can still undo the deletion. */
  isDeleted: boolean;
  /** The reason why the last deletion failed, or null. */
  failure: DeletionFailure | null;
  time: string;
  t: Translate;
  /** Called when the card disappears while it has the focus. */
  onGone: () => void;
}

/** Shows a notification. After a deletion, shows a button that undoes the deletion, instead of the notification. */
export function NotificationCard({ notification, isDeleted, failure, time, t, onGone }: CardProps) {
  const { id, title, message, timestamp, type, isRead } = notification;
  const item = useRef<HTMLLIElement>(null);
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useLayoutEffect(() => {
    const element = item.current;
    return () => {
      if (element?.contains(document.activeElement)) gone.current();
    };
  }, []);

  // A deletion and its undo each replace the focused button, so move the focus to the new button.
  const focusAction = () =>
    requestAnimationFrame(() => item.current?.querySelector<HTMLElement>('[data-action]')?.focus());

  if (isDeleted)
    return (
      <li className="notification notification--deleted" ref={item}>
        <output>{t('notification_popup.deleted', { title })}</output>
        <button
          className="notification__action"
          type="button"
          data-action=""
          onClick={() => {
            undoDeletion(id);
            focusAction();
          }}
        >
          {t('notification_popup.undo')}
        </button>
      </li>
    );

  return (
    <li className={`notification notification--${type}`} ref={item}>
      <h3 className="notification__title">
        {isRead ? null : <span className="notification__new">{t('notification_popup.new')}</span>} {title}
      </h3>
      <Message text={message} title={title} t={t} />
      <div className="notification__foot">
        <time dateTime={timestamp}>{time}</time>
        <button
          className="notification__action"
          type="button"
          data-action=""
          aria-label={`${t('notification_popup.delete')}: ${title}`}
          onClick={() => {
            deleteLater(id);
            focusAction();
          }}
        >
          {t('notification_popup.delete')}
        </button>
      </div>
      {failure === null ? null : (
        <p className="field__error" role="alert">
          {t('notification_popup.not_deleted', {
            reason: t(failure === 'offline' ? 'network_error.text' : `code.${failure}`),
          })}
        </p>
      )}
    </li>
  );
}

/** Shows two lines of the message. If the message is longer, the button "More" shows the whole message. */
function Message({ text, title, t }: { text: string; title: string; t: Translate }) {
  const id = useId();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = paragraph.current;
    if (!element) return undefined;
    // Check again when the size changes, because the drawer's width and the player's text size decide whether the
    // message fits.
    const observer = new ResizeObserver(() =>
      setLong((before) => before || element.scrollHeight > element.clientHeight + 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const label = t(isOpen ? 'notification_popup.less' : 'notification_popup.more');
  return (
    <>
      <p id={id} ref={paragraph} className={isOpen ? 'notification__text is-open' : 'notification__text'}>
        {text}
      </p>
      {isLong ? (
        <button
          className="notification__action"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${label}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </button>
      ) : null}
    </>
  );
}
