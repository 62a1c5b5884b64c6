import { longestDocumentBytes } from '../../shared/domain/document-file.ts';
import { filterOnBlur } from '../../shared/domain/input-filters.ts';
import type { Field, Form, Values } from '../../shared/forms/form.ts';
import { filterTyped, pasteFiltered } from './filter-typing.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function isText(target: unknown): target is TextControl {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'file'].includes(target.type))
  );
}

function fieldAt(form: Form, target: EventTarget): Field | undefined {
  if (!(isText(target) || target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    return undefined;
  return form.fields.find(({ name }) => name === target.name);
}

/** Filters the typed text. @returns the edited field */
export function onTyped(form: Form, event: Event): Field | undefined {
  const { target } = event;
  const field = target ? fieldAt(form, target) : undefined;
  const isComposing = event instanceof InputEvent && event.isComposing;
  if (field && isText(target) && !isComposing) filterTyped(target, field.input);
  return field;
}

export function onPasted(form: Form, event: ClipboardEvent): void {
  const { target, clipboardData } = event;
  const field = target ? fieldAt(form, target) : undefined;
  if (!field || !isText(target) || !clipboardData) return;
  if (pasteFiltered(target, field.input, clipboardData.getData('text'))) event.preventDefault();
}

/**
 * Filters a field that loses the focus.
 * @returns the field if it must be validated. Undefined if the field is empty or the focus moves to a button or link. A
 *   new error message could move this button or link away from the pointer
 */
export function onLeft(form: Form, { target, relatedTarget }: FocusEvent): Field | undefined {
  const field = target ? fieldAt(form, target) : undefined;
  if (!field || !isText(target)) return undefined;
  const tidy = filterOnBlur(field.input, target.value);
  if (tidy !== target.value) target.value = tidy;
  const movesToAction = relatedTarget instanceof Element && relatedTarget.matches('button, a');
  return tidy === '' || movesToAction ? undefined : field;
}

/**
 * Returns '' if no file is chosen, the text key of a problem if the file is empty or too big, and otherwise `chosen`.
 */
function valueOfFile({ name, size }: File): string {
  if (size > longestDocumentBytes) return 'document.too_big';
  if (size > 0) return 'chosen';
  return name === '' ? '' : 'document.empty';
}

/**
 * Returns all values of a submission. They come from the earlier steps, from the form's controls, and from the query
 * parameters of the page's URL.
 */
export function typedValues(form: Form, element: HTMLFormElement, earlier: Values): Values {
  const typed = [...new FormData(element)].map(
    ([name, value]) => [name, typeof value === 'string' ? value : valueOfFile(value)] as const,
  );
  const address = new URLSearchParams(location.search);
  const added = form.fields.flatMap(({ name, control }) => {
    if (control === 'address') return [[name, address.get(name) ?? ''] as const];
    // The captcha is solved later, when the call is made. Until then, the field has a placeholder as its value.
    return control === 'captcha' ? [[name, 'pending'] as const] : [];
  });
  // FormData omits an unticked box, so overwrite its earlier value with ''.
  const ticks = form.fields
    .filter(({ control }) => control === 'tick')
    .map(({ name }) => [name, ''] as const);
  return { ...earlier, ...Object.fromEntries([...ticks, ...typed, ...added]) };
}
