import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';

const AwakeContext = createContext(true);

/**
 * The root of every tree that the browser hydrates. The components in it render the document for a browser without
 * script first, and again after the hydration.
 */
export function HydrationRoot({ children, onAwake }: { children: ReactNode; onAwake?: () => void }) {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => {
    onAwake?.();
    // In a transition, React first answers to what the player does.
    startTransition(() => setAwake(true));
  }, [onAwake]);
  return <AwakeContext value={isAwake}>{children}</AwakeContext>;
}

/** Returns whether script controls the component: false in the server's HTML and during hydration, true afterwards. */
export const useAwake = (): boolean => use(AwakeContext);
