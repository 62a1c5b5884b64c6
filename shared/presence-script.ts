/**
 * Name of the cookie by which scripts recognise that a player is logged in (spec §6). The cookie contains no other
 * data.
 */
export const presenceCookie = 'auth_user';

/**
 * This script runs inline at the top of every document, before the first paint. Visitors and players receive the same
 * document, which contains the parts for visitors and the parts for players. For players, the script sets `data-player`
 * on the root element, and the styles show the matching parts. The CSP allows the script by its hash
 * (server/render/security-headers.ts).
 */
export const presenceScript = `if(/(?:^|; )${presenceCookie}=./.test(document.cookie))document.documentElement.dataset.player=""`;
