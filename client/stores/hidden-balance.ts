import { createStore } from 'zustand/vanilla';

const key = 'hide-balance';

function readChoice(): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    // Reading localStorage throws if the browser blocks storage for this site.
    return false;
  }
}

/**
 * Whether the player hides the amounts of the wallet. The header, the wallet popup and the wallet modal share this
 * store.
 */
export const hiddenBalance = createStore<{ isHidden: boolean }>(() => ({ isHidden: readChoice() }));

/** Hides or shows the amounts, and stores the choice in this browser. */
export function setHiddenBalance(isHidden: boolean): void {
  hiddenBalance.setState({ isHidden });
  try {
    if (isHidden) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
  } catch {
    // If storage is blocked, the choice is lost when the player leaves the page.
  }
}
