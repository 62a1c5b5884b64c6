import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Notification } from '../../../shared/contract/notifications.ts';
import type { Translate } from '../../../shared/translate.ts';
import { deleteLater, undoDeletion } from './deletions.ts';

interface CardProps {
  notification: Notification;
  /** The player has deleted it, and can still undo that. */
  isDeleted: boolean;
  time: string;
  t: Translate;
  /** Called when the card disappears while it has the focus. */
  onGone: () => void;
}

/** A notification, or in its place the button that undoes its deletion. */
export function NotificationCard({ notification, isDeleted, time, t, onGone }: CardProps) {
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

  // Deleting and undoing replace the focused button, so the focus moves to the button that takes its place.
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
    </li>
  );
}

/** The message in two lines. If it is longer, "More" shows all of it. */
function Message({ text, title, t }: { text: string; title: string; t: Translate }) {
  const id = useId();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const element = paragraph.current;
    if (!element) return undefined;
    // The width of the drawer and the player's text size decide whether the message fits.
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
