import { createStore } from 'zustand/vanilla';

const key = 'hide-balance';

function readChoice(): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    // The browser blocks storage for this site.
    return false;
  }
}

/** Whether the player hides amounts of the wallet. The header, the wallet popup and the wallet modal share it. */
export const hiddenBalance = createStore<{ isHidden: boolean }>(() => ({ isHidden: readChoice() }));

/** Hides or shows amounts, and remembers the choice in this browser. */
export function setHiddenBalance(isHidden: boolean): void {
  hiddenBalance.setState({ isHidden });
  try {
    if (isHidden) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
