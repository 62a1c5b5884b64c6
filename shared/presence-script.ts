/**
 * Name of a cookie that tells scripts and styles that a player is logged in (spec §6). The cookie contains no other
 * data.
 */
export const presenceCookie = 'auth_user';

/**
 * This script runs inline at the top of every document, before the first paint. Visitors and players get the same
 * bytes with both menus, and the styles show one of them by `data-player` on the root element. The CSP allows the
 * script by its hash (server/render/security-headers.ts).
 */
export const presenceScript = `if(/(?:^|; )${presenceCookie}=./.test(document.cookie))document.documentElement.dataset.player=""`;
