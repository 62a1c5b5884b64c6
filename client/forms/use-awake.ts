import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns whether script controls the component: false in the server's HTML and during hydration, true afterwards. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
