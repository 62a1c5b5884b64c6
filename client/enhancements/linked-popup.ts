import { loadPopups } from './popup-openers.ts';

/**
 * Opens the popup that `?popup=CODE` in the page's URL names. Removes the parameter, so that a reload does not open the
 * popup again. Only links on pages of this site open a popup, because another site must not choose the page over which
 * a login form opens.
 */
export async function openLinkedPopup(): Promise<void> {
  const url = new URL(location.href);
  const wanted = url.searchParams.get('popup');
  url.searchParams.delete('popup');
  history.replaceState(history.state, '', url);
  const isOwnLink = document.referrer.startsWith(`${location.origin}/`);
  if (wanted === null || !isOwnLink) return;
  const { openLinked } = await loadPopups();
  await openLinked(wanted);
}
