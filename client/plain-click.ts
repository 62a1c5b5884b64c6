/**
 * Returns whether a click opens a link in the same tab. A click with a modifier key, or with any mouse button except
 * the main one, opens a new tab, a new window or a menu instead.
 */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
