import { filterWhileTyping, type InputKind } from '../../shared/domain/input-filters.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Removes characters that the field does not allow (spec §5), and keeps the cursor position. */
export function filterTyped(control: TextControl, kind: InputKind): void {
  const { value, selectionStart } = control;
  const filtered = filterWhileTyping(kind, value);
  if (filtered === value) return;
  const cursor = filterWhileTyping(kind, value.slice(0, selectionStart ?? value.length)).length;
  control.value = filtered;
  control.setSelectionRange(cursor, cursor);
}

/**
 * Filters a pasted text and inserts the result. Without this function, the browser would cut the text at `maxlength`
 * before the filter runs, so "482 913" would lose its last digit.
 * @returns false if the text needs no filter; the browser then pastes it
 */
export function pasteFiltered(control: TextControl, kind: InputKind, pasted: string): boolean {
  const filtered = filterWhileTyping(kind, pasted);
  if (filtered === pasted) return false;
  const { value, maxLength } = control;
  const start = control.selectionStart ?? value.length;
  const end = control.selectionEnd ?? value.length;
  const room = maxLength < 0 ? filtered.length : Math.max(0, maxLength - value.length + end - start);
  control.setRangeText(filtered.slice(0, room), start, end, 'end');
  control.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
