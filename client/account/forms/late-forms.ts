import { use } from 'react';
import { chunk } from '../../chunk.ts';
import type { FormParts } from './form-parts.ts';

const load = chunk(
  () => import('./form-parts.ts'),
  (module) => module.formParts,
);

let parts: FormParts | null = null;
let announce: (arrived: FormParts) => void = () => undefined;
/**
 * Resolves when the script of all forms has been loaded. The promise never rejects: if loading fails, the server's
 * markup of a form still works without script.
 */
const arrival = new Promise<FormParts>((resolve) => {
  announce = resolve;
});

/**
 * Loads the script of all forms. Forms that wait for the script then hydrate.
 * @throws if the script cannot be loaded; the next call tries again
 */
export async function loadFormParts(): Promise<FormParts> {
  parts ??= await load();
  announce(parts);
  return parts;
}

export const hasFormParts = (): boolean => parts !== null;

/** Returns the script of all forms. A component that calls this function is suspended until the script is loaded. */
export const useFormParts = (): FormParts => parts ?? use(arrival);
