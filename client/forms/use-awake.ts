import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the document and while it hydrates, true from then on: for what only works with script. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
