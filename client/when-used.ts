import { afterPaint } from './after-paint.ts';
import { isPlainClick } from './plain-click.ts';

/**
 * Controls whose clicks are delayed until hydration: buttons that work only after hydration, and controls with
 * `data-hold`.
 */
const holdable = 'button[type="button"], [data-hold]';

/**
 * Events of typing into a text field. React would answer each of them by hydrating the whole island in one long task,
 * so they do not reach React before hydration. The browser still inserts the text, which the island reads later.
 */
const typing = ['keydown', 'keypress', 'keyup', 'textInput', 'input'] as const;

/**
 * Hydrates the element on the first interaction. A click on a control that needs the script is repeated after
 * hydration, at most once for each control. The listeners are on the document, because React stops events inside markup
 * that it has not hydrated yet.
 * @returns a function that removes the listeners
 */
export function whenUsed(element: HTMLElement, wake: () => Promise<void>): () => void {
  const signs = ['pointerdown', 'focusin', 'click'] as const;
  let waking: Promise<void> | undefined;
  const held = new Set<HTMLElement>();
  const stop = () => {
    for (const sign of signs) document.removeEventListener(sign, use, true);
    for (const type of typing) document.removeEventListener(type, hide, true);
  };
  /** Returns the target of the event if it is inside the element. */
  const targetOf = ({ target }: Event): Element | null =>
    target instanceof Element && element.contains(target) ? target : null;
  const use = (event: Event) => {
    const target = targetOf(event);
    if (!target) return;
    if (event instanceof MouseEvent && event.type === 'click' && isPlainClick(event)) {
      const control = target.closest<HTMLElement>(holdable);
      if (control && element.contains(control)) {
        event.preventDefault();
        event.stopPropagation();
        held.add(control);
      }
    }
    waking ??= afterPaint()
      .then(wake)
      .finally(() => {
        stop();
        // Repeat the clicks even if the script failed to load, so that a click on a link opens the link.
        for (const control of held) control.click();
      });
  };
  const hide = (event: Event) => {
    if (targetOf(event)?.matches('input, textarea')) event.stopPropagation();
  };
  for (const sign of signs) document.addEventListener(sign, use, true);
  for (const type of typing) document.addEventListener(type, hide, true);
  return stop;
}
