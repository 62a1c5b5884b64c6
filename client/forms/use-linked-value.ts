import { type RefObject, useEffect } from 'react';
import type { Form } from '../../shared/forms/form.ts';

/**
 * Fills in a field from its query parameter. For example, the link in the QR code of a receipt contains the receipt
 * number.
 */
export function useLinkedValue({ fields }: Form, element: RefObject<HTMLElement | null>): void {
  const name = fields.find(({ isLinked }) => isLinked)?.name;
  useEffect(() => {
    if (name === undefined) return;
    const input = element.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (input?.value === '') input.value = new URLSearchParams(location.search).get(name) ?? '';
  }, [name, element]);
}
