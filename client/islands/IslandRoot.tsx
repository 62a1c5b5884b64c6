import { type ReactNode, useEffect } from 'react';

/** Root of every island, the same on the server and in the browser, so that the ids of `useId` match. */
export function IslandRoot({ children, onAwake }: { children: ReactNode; onAwake?: () => void }) {
  useEffect(() => onAwake?.(), [onAwake]);
  return children;
}
