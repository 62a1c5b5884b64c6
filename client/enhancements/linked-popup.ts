import { isPlayerPresent } from '../stores/presence.ts';
import { loadPopups } from './popup-openers.ts';

const visitorsCodes = [1, 2, 3, 6, 7, 8] as const;
/** Popups that a link may open. None of them needs props. */
const linkedCodes = [...visitorsCodes, 4, 9, 10, 11] as const;

/**
 * If the page's URL has `?popup=CODE`, opens this popup. It removes the parameter, so that a reload does not open the
 * popup again. Only links on pages of this site open a popup, because another site must not open a login form over a
 * page of its choice.
 */
export async function openLinkedPopup(): Promise<void> {
  const url = new URL(location.href);
  const wanted = url.searchParams.get('popup');
  url.searchParams.delete('popup');
  history.replaceState(history.state, '', url);
  const code = linkedCodes.find((known) => String(known) === wanted);
  const isOwnLink = document.referrer.startsWith(`${location.origin}/`);
  if (code === undefined || !isOwnLink) return;
  if (isPlayerPresent() && visitorsCodes.some((known) => known === code)) return;
  const { openPopup } = await loadPopups();
  await openPopup(code, {});
}
