import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandRoot } from './IslandRoot.tsx';

/**
 * Hydrates the markup of an island and keeps the server's nodes.
 * @param key prefix of the island's ids, equal to that of the server's render
 * @returns a promise that resolves after the first effects have run
 */
export function hydrateIsland(
  element: HTMLElement,
  Component: ComponentType<object>,
  props: object,
  key: string,
): Promise<void> {
  return new Promise((onAwake) => {
    const tree = (
      <IslandRoot onAwake={onAwake}>
        <Component {...props} />
      </IslandRoot>
    );
    // In a transition, React hydrates in short tasks. Between them, the page can respond to the user.
    startTransition(() => {
      hydrateRoot(element, tree, {
        identifierPrefix: key,
        // React has repaired a hydration mismatch. Report it, because every mismatch is a bug.
        onRecoverableError: (error) => reportError(error),
      });
    });
  });
}
