import { sameSitePath } from '../../shared/domain/same-site-path.ts';
import { languagePrefix } from '../i18n/language-prefix.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { loadPopups } from './popup-openers.ts';

/**
 * Opens the target of a content hook, which is an action that CMS content can trigger (spec §4). If the user is not
 * logged in, the login popup opens first, and the target opens after the login. Targets on other sites are ignored.
 * @param target a path of this site. Only the hook `redirect` needs it
 */
export async function openHook(hook: string, target: unknown): Promise<void> {
  const path =
    hook === 'deposit'
      ? `${languagePrefix()}/deposit`
      : sameSitePath(typeof target === 'string' ? target : null);
  if (path === null) return;
  if (isPlayerPresent()) return location.assign(path);
  try {
    const { openPopup } = await loadPopups();
    await openPopup(1, { to: path });
  } catch {
    location.assign(`${languagePrefix()}/login?to=${encodeURIComponent(path)}`);
  }
}
