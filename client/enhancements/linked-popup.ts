import { loadPopups } from './popup-openers.ts';

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
  const isOwnLink = document.referrer.startsWith(`${location.origin}/`);
  if (wanted === null || !isOwnLink) return;
  const { openLinked } = await loadPopups();
  await openLinked(wanted);
}
