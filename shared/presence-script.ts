/** Cookie that tells scripts and styles that a player is logged in (spec §6). It contains nothing else. */
export const presenceCookie = 'auth_user';

/**
 * Runs inline at the top of every document, before the first paint. Visitors and players get the same bytes with
 * both menus; the styles show the one that `data-player` on the root element asks for. The CSP allows this script
 * by its hash (server/render/security-headers.ts).
 */
export const presenceScript = `if(/(?:^|; )${presenceCookie}=./.test(document.cookie))document.documentElement.dataset.player=""`;
