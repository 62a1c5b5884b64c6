import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandRoot } from './IslandRoot.tsx';

/**
 * Wakes the markup of an island up; the server's nodes stay.
 * @param key prefix of its ids, the one that it was rendered with
 * @returns once its first effects have run
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
    hydrateRoot(element, tree, {
      identifierPrefix: key,
      // Whatever React had to mend is a fault of ours: it must be seen.
      onRecoverableError: (error) => reportError(error),
    });
  });
}
