import { filterOnBlur } from '../../shared/domain/input-filters.ts';
import type { Field, Form, Values } from '../../shared/forms/form.ts';
import { filterTyped, pasteFiltered } from './filter-typing.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

function isText(target: unknown): target is TextControl {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox')
  );
}

function fieldAt(form: Form, target: EventTarget): Field | undefined {
  if (!(isText(target) || target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    return undefined;
  return form.fields.find(({ name }) => name === target.name);
}

/** Filters what was typed. @returns the field that was edited */
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
 * Filters a field that is left.
 * @returns the field, where it is to be checked: it holds something, and the focus does not go to a button or link, which
 *   a message that appears would move from under the pointer
 */
export function onLeft(form: Form, { target, relatedTarget }: FocusEvent): Field | undefined {
  const field = target ? fieldAt(form, target) : undefined;
  if (!field || !isText(target)) return undefined;
  const tidy = filterOnBlur(field.input, target.value);
  if (tidy !== target.value) target.value = tidy;
  const goesToAction = relatedTarget instanceof Element && relatedTarget.matches('button, a');
  return tidy === '' || goesToAction ? undefined : field;
}

/** Everything that a form submits: earlier steps, its controls, the parameters of its address. */
export function typedValues(form: Form, element: HTMLFormElement, earlier: Values): Values {
  const typed = [...new FormData(element)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const address = new URLSearchParams(location.search);
  const added = form.fields.flatMap(({ name, control }) => {
    if (control === 'address') return [[name, address.get(name) ?? ''] as const];
    // Computed when the call is made.
    return control === 'captcha' ? [[name, 'pending'] as const] : [];
  });
  // FormData omits an unticked box, so the value of an earlier state must not remain.
  const ticks = form.fields
    .filter(({ control }) => control === 'tick')
    .map(({ name }) => [name, ''] as const);
  return { ...earlier, ...Object.fromEntries([...ticks, ...typed, ...added]) };
}
