import { isPlayerPresent } from '../stores/presence.ts';
import { session } from '../stores/session.ts';
import { secondsSinceLogin } from '../stores/session-time.ts';
import { loadPopups } from './popup-openers.ts';

/**
 * Key in the local storage, which all tabs share. Its value names the session and the number of its last interval whose
 * check was shown.
 */
const shownKey = 'reality-check';
/** Delay before another attempt if the dialog could not be loaded. */
const retryMs = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isOpening = false;
/** The last check that this tab has shown. It replaces the local storage if the browser blocks storage. */
let shownHere = '';

/** Opens the reality check after each interval of the session, in one tab of the browser. */
export function followRealityCheck(): void {
  session.subscribe(plan);
  // A hidden tab opens no dialog. The check opens in the tab that the player sees, now or later.
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
 * Runs `show` and then notes the check as shown, unless another tab has shown it. The lock lets one tab after another
 * decide, because two windows can be visible at the same time.
 */
async function claiming(openedAt: string, interval: number, show: () => Promise<void>): Promise<void> {
  const decide = async () => {
    if (isShown(openedAt, interval)) return;
    await show();
    note(`${openedAt} ${interval}`);
  };
  // Browsers have no locks on pages without https.
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
    // If storage is blocked, each tab shows the check.
  }
}
