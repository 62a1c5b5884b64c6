import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** Widths of spec §2: 310 px, 680 px and 300 px. */
export type DialogWidth = 'default' | 'general' | 'confirmation';

interface DialogProps {
  title: string;
  closeLabel: string;
  width?: DialogWidth;
  /** Called when the player has closed it by any means. */
  onClose: () => void;
  /** Selector of the element that gets the first focus; without it, the close button does. */
  initialFocus?: string;
  className?: string;
  children: ReactNode;
}

/**
 * A modal dialog on the native element, open for as long as it is rendered. The browser keeps the focus inside, closes
 * on Escape and returns the focus; this adds closing by a click on the backdrop and the scroll lock.
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

  // Declared first, so that it is removed before the dialog is closed below.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.addEventListener('close', onClose);
    return () => element?.removeEventListener('close', onClose);
  }, [onClose]);

  // A layout effect: its end comes before React removes the element, and only an attached dialog returns the focus.
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

/** Opens the dialog. @returns how to close it */
function showModal(dialog: HTMLDialogElement | null, initialFocus: string | undefined): () => void {
  let isPressedOutside = false;
  const onPress = ({ target }: Event) => {
    isPressedOutside = target === dialog;
  };
  const onClick = ({ target }: Event) => {
    // A selection that is dragged onto the backdrop also ends in a click there.
    if (target === dialog && isPressedOutside) dialog?.close();
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

/** The page under an open dialog does not scroll, and keeps its width when its scrollbar disappears. */
function lockScroll(): void {
  const { classList, clientWidth } = document.documentElement;
  if (!classList.contains('has-dialog')) classList.toggle('has-scrollbar', innerWidth > clientWidth);
  classList.toggle('has-dialog', document.querySelector('dialog[open]') !== null);
}

/** The opener has gone, such as the login link after a login. */
function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
}
