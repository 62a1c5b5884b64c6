import { type RefObject, useEffect } from 'react';
import type { Form } from '../../shared/forms/form.ts';

/** Fills in the field that a link can fill, such as the receipt number in the QR code of a receipt. */
export function useLinkedValue({ fields }: Form, element: RefObject<HTMLElement | null>): void {
  const name = fields.find(({ isLinked }) => isLinked)?.name;
  useEffect(() => {
    if (name === undefined) return;
    const input = element.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (input?.value === '') input.value = new URLSearchParams(location.search).get(name) ?? '';
  }, [name, element]);
}
