import { formatMoney } from '../../shared/format-money.ts';
import type { MoneyFormat } from '../../shared/pages/frame.ts';
import { announce, sessionExpired } from '../api/announcements.ts';
import { continueAt } from '../forms/continue-at.ts';
import { hiddenBalance } from '../stores/hidden-balance.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { type Player, refreshSession, session } from '../stores/session.ts';
import { avatarHref } from '../ui/avatar-href.ts';
import { maskedAmount } from '../ui/masked-amount.ts';
import { offerDeposit, rememberLogin } from './offer-deposit.ts';
import { followSessionClock } from './session-clock.ts';

/**
 * Highest number that is shown for unread notifications. Larger numbers do not fit beside the bell and are shown as
 * "99+".
 */
const mostShown = 99;

/**
 * The site answers without a balance if the platform is slow. The balance is then requested again after each of these
 * times.
 */
const retryAfterMs = [2000, 10_000];

let isSubscribed = false;

/**
 * Writes the player's name, balance and number of notifications into the header, now and after each change of the
 * session.
 * @param isNew whether the player has just logged in or out in this tab (not in another one)
 */
export async function showPlayerMenu(isNew: boolean): Promise<void> {
  if (!isSubscribed) {
    isSubscribed = true;
    session.subscribe(({ player }) => write(player));
    hiddenBalance.subscribe(() => write(session.getState().player));
    followSessionClock();
  }
  if (isNew) rememberLogin();
  const wasPresent = isPlayerPresent();
  const before = nameOfPlayer();
  await refreshSession();
  const isPrivatePage = document.querySelector('[data-enhance="account"]') !== null;
  const name = nameOfPlayer();
  // In another tab, another player has logged in. Reload this page, because its forms would now act for that player.
  if (isPrivatePage && before !== undefined && name !== undefined && before !== name)
    return location.reload();
  // The server has deleted the cookies, because the session has ended. Some pages of the account area, such as the
  // password form, make no calls. Without this check, these pages would not show that the session has ended.
  if (wasPresent && !isPlayerPresent() && isPrivatePage) announce(sessionExpired);
  if (!isNew && before === undefined && name !== undefined) leaveVisitorsScreens();
  await fetchLateBalance();
  await offerDeposit();
}

/**
 * Closes the login and signup popups after a login in another tab. If this page is only for visitors, opens the page
 * that follows a login.
 */
function leaveVisitorsScreens(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.auth-popup')) dialog.close();
  const page = document.querySelector<HTMLElement>('[data-enhance="visitors-only"]');
  if (page) location.replace(continueAt(page.dataset['langPrefix'] ?? ''));
}

async function fetchLateBalance(): Promise<void> {
  for (const waitMs of retryAfterMs) {
    const { player } = session.getState();
    if (!player || player.totalBalance !== undefined) return;
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
    if (session.getState().player === player) await refreshSession();
  }
}

const nameOfPlayer = (): string | undefined => session.getState().player?.username;

function write(player: Player | null): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-player-name]'))
    element.textContent = player?.username ?? '';
  for (const element of document.querySelectorAll('[data-avatar]')) {
    if (player) element.setAttribute('href', avatarHref(player.avatarImage));
    else element.removeAttribute('href');
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-notification-count]')) {
    const count = player?.notificationCount ?? 0;
    element.hidden = count === 0;
    element.textContent = count > mostShown ? `${mostShown}+` : String(count);
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
  figure.textContent = hiddenBalance.getState().isHidden
    ? maskedAmount
    : formatMoney(balance, player.currencyCode, format);
}
