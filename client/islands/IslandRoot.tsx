import { type ReactNode, useEffect } from 'react';

/**
 * Root of every island. Server and browser must render the same root, because otherwise the ids of `useId` would
 * differ.
 */
export function IslandRoot({ children, onAwake }: { children: ReactNode; onAwake?: () => void }) {
  useEffect(() => onAwake?.(), [onAwake]);
  return children;
}
