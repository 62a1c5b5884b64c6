import type { MoneyFormat } from '../../shared/pages/frame.ts';
import { type Player, refreshSession, session } from '../stores/session.ts';
import { avatarHref } from '../ui/avatar-href.ts';
import { formatMoney } from '../ui/format-money.ts';

let isSubscribed = false;

/** Writes the player's name and balance into the header, now and after each change of the session. */
export async function showPlayerMenu(): Promise<void> {
  if (!isSubscribed) {
    isSubscribed = true;
    session.subscribe(({ player }) => write(player));
  }
  await refreshSession();
}

function write(player: Player | null): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-player-name]'))
    element.textContent = player?.username ?? '';
  for (const element of document.querySelectorAll('[data-avatar]')) {
    if (player) element.setAttribute('href', avatarHref(player.avatarImage));
    else element.removeAttribute('href');
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-balance]'))
    writeBalance(element, player);
}

/** Shows the balance in the format that the server has written into `data-balance` for the page's language. */
function writeBalance(element: HTMLElement, player: Player | null): void {
  const balance = player?.totalBalance;
  const figure = element.querySelector('[data-figure]');
  element.hidden = player === null || balance === undefined;
  if (!figure || player === null || balance === undefined) return;
  const format: MoneyFormat = JSON.parse(element.dataset['balance'] ?? '{}');
  figure.textContent = formatMoney(balance, player.currencyCode, format);
}
