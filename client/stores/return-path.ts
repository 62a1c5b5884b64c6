import { sameSitePath } from '../../shared/domain/same-site-path.ts';
import { sessionExpired } from '../api/announcements.ts';

const key = 'return-path';
/** A login or signup later than this has nothing to do with the page that the visitor left. */
const validMs = 30 * 60_000;

/** Links to the login and to the signup. With script they open popups 1 and 2. */
const authLinks = '[data-popup="1"], [data-popup="2"]';

function setReturnPath(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ path, untilMs: Date.now() + validMs }));
  } catch {
    // If storage is blocked, the visitor continues on the home page.
  }
}

/**
 * Returns to this page after a login or signup that starts here, also if the visitor changes from one form to the
 * other, or a form opens as a page.
 * @returns a function that ends this
 */
export function followReturn(path: string): () => void {
  setReturnPath(null);
  const remember = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(authLinks)) setReturnPath(path);
  };
  const rememberAlways = (): void => setReturnPath(path);
  document.addEventListener('click', remember, true);
  // The login that follows an ended session starts on another page.
  addEventListener(sessionExpired, rememberAlways);
  return () => {
    document.removeEventListener('click', remember, true);
    removeEventListener(sessionExpired, rememberAlways);
  };
}

/** @returns the path to open after a login or signup, language included, or null */
export function returnPath(): string | null {
  try {
    const kept: { path?: unknown; untilMs?: unknown } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const isValid = typeof kept.untilMs === 'number' && kept.untilMs > Date.now();
    return isValid && typeof kept.path === 'string' ? sameSitePath(kept.path) : null;
  } catch {
    return null;
  }
}
