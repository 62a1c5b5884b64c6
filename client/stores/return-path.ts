import { sameSitePath } from '../../shared/domain/same-site-path.ts';
import { sessionExpired } from '../api/announcements.ts';

const key = 'return-path';
/** Time for which a stored path is valid. A later login or signup does not return to the page that the visitor left. */
const validMs = 30 * 60_000;

/** Links to the login and to the signup. With script, these links open popups 1 and 2. */
const authLinks = '[data-popup="1"], [data-popup="2"]';

function setReturnPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ path, untilMs: Date.now() + validMs }));
  } catch {
    // If the browser blocks storage, the visitor continues on the home page after the login.
  }
}

/**
 * Remembers this page when a visitor opens the login or signup here. After the login or signup, the visitor returns to
 * this page. This also works if the visitor switches between login and signup, or opens one of them as a page.
 * @returns a function that stops remembering the page
 */
export function followReturn(path: string): () => void {
  setReturnPath(null);
  const remember = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(authLinks)) setReturnPath(path);
  };
  const rememberAlways = (): void => setReturnPath(path);
  document.addEventListener('click', remember, true);
  // Remember the page when the session ends. The player then logs in on the home page, without a click on a login link
  // on this page.
  addEventListener(sessionExpired, rememberAlways);
  return () => {
    document.removeEventListener('click', remember, true);
    removeEventListener(sessionExpired, rememberAlways);
  };
}

/** @returns the path to open after a login or signup, with the language prefix; null if no path is stored */
export function returnPath(): string | null {
  try {
    const kept: { path?: unknown; untilMs?: unknown } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const isValid = typeof kept.untilMs === 'number' && kept.untilMs > Date.now();
    return isValid && typeof kept.path === 'string' ? sameSitePath(kept.path) : null;
  } catch {
    return null;
  }
}
