import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether script works: false in the document and during hydration, true afterwards. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
