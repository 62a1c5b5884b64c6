import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { isPlainClick } from '../plain-click.ts';

/**
 * Widths of spec §2. The first three are 310 px, 680 px and 300 px. `page` fills the window. `drawer` is a panel at the
 * window's edge.
 */
export type DialogWidth = 'default' | 'general' | 'confirmation' | 'page' | 'drawer';

interface DialogProps {
  title: string;
  closeLabel: string;
  width?: DialogWidth;
  /** Called after the player has closed the dialog by any means. */
  onClose: () => void;
  /** Selector of the element that is focused first; the default is the close button. */
  initialFocus?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A modal dialog that uses the native `<dialog>` element. The dialog is open while the component is mounted. The
 * browser traps the focus, closes the dialog on Escape and restores the focus. This component closes the dialog when
 * the player clicks the backdrop or a link to another page. It also stops the page from scrolling.
 */
export function Dialog({
  title,
  closeLabel,
  width = 'default',
  onClose,
  initialFocus,
  className,
  children,
}: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // This effect must stay above the next effect, because React runs cleanups in the order of the effects. The listener
  // must be removed before the cleanup of the next effect closes the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.addEventListener('close', onClose);
    return () => element?.removeEventListener('close', onClose);
  }, [onClose]);

  // Use a layout effect, because its cleanup closes the dialog before React removes the element. The browser restores
  // the focus only if the dialog is still in the document.
  useLayoutEffect(() => showModal(dialog.current, initialFocus), [initialFocus]);

  return (
    <dialog
      ref={dialog}
      className={`dialog dialog--${width}${className ? ` ${className}` : ''}`}
      aria-labelledby={titleId}
    >
      <div className="dialog__head">
        <h2 className="dialog__title" id={titleId}>
          {title}
        </h2>
        <button
          className="dialog__close"
          type="button"
          aria-label={closeLabel}
          onClick={() => dialog.current?.close()}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
      <div className="dialog__body">{children}</div>
    </dialog>
  );
}

/** Opens the dialog. @returns a function that closes it */
function showModal(dialog: HTMLDialogElement | null, initialFocus: string | undefined): () => void {
  let isPressedOutside = false;
  const onPress = ({ target }: Event) => {
    isPressedOutside = target === dialog;
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    // A press that begins inside the dialog can end over the backdrop, for example when the player selects text. The
    // browser then fires a click on the backdrop, which must not close the dialog.
    if (target === dialog ? isPressedOutside : leadsAway(event)) dialog?.close();
  };
  dialog?.addEventListener('pointerdown', onPress);
  dialog?.addEventListener('click', onClick);
  dialog?.showModal();
  if (initialFocus) dialog?.querySelector<HTMLElement>(initialFocus)?.focus();
  lockScroll();
  return () => {
    dialog?.close();
    lockScroll();
    const { activeElement } = document;
    if (activeElement === document.body || dialog?.contains(activeElement)) focusContent();
  };
}

/**
 * Whether a click opens another page in this tab. Such a click closes the dialog. Otherwise the dialog would still be
 * open when the player returns with the back button.
 */
function leadsAway(event: MouseEvent): boolean {
  const { target } = event;
  const link =
    target instanceof Element
      ? target.closest<HTMLAnchorElement>('a[href]:not([data-popup], [download])')
      : null;
  if (link === null || !isPlainClick(event) || !['', '_self'].includes(link.target)) return false;
  // Links such as `mailto:` open another program. A link to a fragment of this page only scrolls.
  const isFragment = link.hash !== '' && link.href.split('#')[0] === location.href.split('#')[0];
  return link.protocol.startsWith('http') && !isFragment;
}

/** Stops the page from scrolling while a dialog is open. Keeps the page's width when the scrollbar disappears. */
function lockScroll(): void {
  const { classList, clientWidth } = document.documentElement;
  if (!classList.contains('has-dialog')) classList.toggle('has-scrollbar', innerWidth > clientWidth);
  classList.toggle('has-dialog', document.querySelector('dialog[open]') !== null);
}

/**
 * Focuses the page's content if the element that opened the dialog no longer exists. For example, the login link does
 * not exist after a login.
 */
function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
}
