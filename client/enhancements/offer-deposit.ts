import { session } from '../stores/session.ts';
import { loadPopups } from './popup-openers.ts';

/**
 * Key of a mark in the tab's session storage. A login sets the mark. A page removes the mark after it has compared the
 * balance with `minimumWalletAmount`.
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

/** Opens the wallet popup once after a login if `depositPopupShow` is set and the balance is too small (spec §3). */
export async function offerDeposit(): Promise<void> {
  if (!isMarked()) return;
  const { player } = session.getState();
  if (!player) return sessionStorage.removeItem(loginMark);
  const { depositPopupShow, minimumWalletAmount = 0, totalBalance } = player;
  // Keep the login mark for the next page in two cases: the balance is not known yet, or this page redirects logged-in
  // players.
  if (totalBalance === undefined || document.querySelector('[data-enhance="visitors-only"]')) return;
  if (!depositPopupShow || totalBalance >= minimumWalletAmount) return sessionStorage.removeItem(loginMark);
  const { openPopup, whenNoPopupIsOpen } = await loadPopups();
  // A popup that was open may have opened another page. The login mark then remains for that page.
  if (!(await whenNoPopupIsOpen()) || !isMarked()) return;
  sessionStorage.removeItem(loginMark);
  await openPopup(4, {});
}
