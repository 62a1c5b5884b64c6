import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandRoot } from './IslandRoot.tsx';

/**
 * Hydrates the markup of an island; the server's nodes stay.
 * @param key prefix of its ids, as in the server's render
 * @returns a promise that resolves when its first effects have run
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
      // A mismatch that React repaired is a bug of ours: report it.
      onRecoverableError: (error) => reportError(error),
    });
  });
}
