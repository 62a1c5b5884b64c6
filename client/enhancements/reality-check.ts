import { isPlayerPresent } from '../stores/presence.ts';
import { session } from '../stores/session.ts';
import { secondsSinceLogin } from '../stores/session-time.ts';
import { loadPopups } from './popup-openers.ts';

/**
 * Key in the local storage, which all tabs share. Its value contains the start of the session, and the number of the
 * last interval after which the reality check was shown.
 */
const shownKey = 'reality-check';
/** Delay before another attempt if the dialog could not be loaded. */
const retryMs = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isOpening = false;
/**
 * The last reality check that this tab has shown. It replaces the value in the local storage if the browser blocks
 * storage.
 */
let shownHere = '';

/**
 * Opens the reality check after each interval of the session. The reality check is a dialog with the session's duration
 * and net result. If the site is open in several tabs, only one of them opens the dialog.
 */
export function followRealityCheck(): void {
  session.subscribe(plan);
  // A hidden tab does not open the dialog. When the player switches to another tab, that tab opens it.
  document.addEventListener('visibilitychange', plan);
  plan();
}

function plan(): void {
  clearTimeout(timer);
  const time = session.getState().player?.session;
  if (!time || time.realityCheckSeconds <= 0 || document.hidden) return;
  const { openedAt, realityCheckSeconds } = time;
  const seconds = secondsSinceLogin(time);
  const interval = Math.floor(seconds / realityCheckSeconds);
  timer = setTimeout(plan, ((interval + 1) * realityCheckSeconds - seconds) * 1000);
  if (interval > 0 && !isOpening && !isShown(openedAt, interval)) void open(openedAt, interval);
}

async function open(openedAt: string, interval: number): Promise<void> {
  isOpening = true;
  try {
    const { openPopup, whenNoPopupIsOpen } = await loadPopups();
    if (!(await whenNoPopupIsOpen()) || document.hidden || !isPlayerPresent()) return;
    await claiming(openedAt, interval, () => openPopup('reality-check', {}));
  } catch (error) {
    reportError(error);
    clearTimeout(timer);
    timer = setTimeout(plan, retryMs);
  } finally {
    isOpening = false;
  }
}

/**
 * Calls `show` and records the check as shown, unless another tab has already shown it. A lock lets only one tab decide
 * at a time, because tabs in two windows can be visible at the same time.
 */
async function claiming(openedAt: string, interval: number, show: () => Promise<void>): Promise<void> {
  const decide = async () => {
    if (isShown(openedAt, interval)) return;
    await show();
    note(`${openedAt} ${interval}`);
  };
  // Browsers have no Web Locks on pages without https.
  await ('locks' in navigator ? navigator.locks.request(shownKey, decide) : decide());
}

function isShown(openedAt: string, interval: number): boolean {
  const [shownSession, shownInterval = '0'] = read().split(' ');
  return shownSession === openedAt && Number(shownInterval) >= interval;
}

function read(): string {
  try {
    return localStorage.getItem(shownKey) ?? shownHere;
  } catch {
    return shownHere;
  }
}

function note(shown: string): void {
  shownHere = shown;
  try {
    localStorage.setItem(shownKey, shown);
  } catch {
    // If the browser blocks storage, a tab does not know what other tabs have shown, so each tab shows the reality
    // check.
  }
}
