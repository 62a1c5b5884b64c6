import { session } from '../stores/session.ts';
import { loadPopups } from './popup-openers.ts';

/**
 * Key in the tab's session storage. It is set after a login, until a page has compared the balance with the minimum.
 */
const loginMark = 'logged-in';

export function rememberLogin(): void {
  try {
    sessionStorage.setItem(loginMark, '1');
  } catch {
    // The browser blocks storage, so the wallet popup does not open after this login.
  }
}

function isMarked(): boolean {
  try {
    return sessionStorage.getItem(loginMark) !== null;
  } catch {
    return false;
  }
}

/** Opens the wallet popup once after a login if the platform asks for it and the balance is below the minimum (spec §3). */
export async function offerDeposit(): Promise<void> {
  if (!isMarked()) return;
  const { player } = session.getState();
  if (!player) return sessionStorage.removeItem(loginMark);
  const { depositPopupShow, minimumWalletAmount = 0, totalBalance } = player;
  // Keep the mark for the next page if the platform has not answered yet, or if this page redirects logged-in players.
  if (totalBalance === undefined || document.querySelector('[data-enhance="visitors-only"]')) return;
  if (!depositPopupShow || totalBalance >= minimumWalletAmount) return sessionStorage.removeItem(loginMark);
  const { openPopup, whenNoPopupIsOpen } = await loadPopups();
  // Keep the mark for the next page if the login or signup has just opened it.
  if (!(await whenNoPopupIsOpen()) || !isMarked()) return;
  sessionStorage.removeItem(loginMark);
  await openPopup(4, {});
}
