import { type ReactNode, useEffect } from 'react';

/** Top of every island, the same on the server and in the browser, so that ids made below it agree. */
export function IslandRoot({ children, onAwake }: { children: ReactNode; onAwake?: () => void }) {
  useEffect(() => onAwake?.(), [onAwake]);
  return children;
}
