import { continueAt } from '../forms/continue-at.ts';
import { fillInCampaign } from '../stores/campaign.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { refreshSession, session } from '../stores/session.ts';

/**
 * Fills in the campaign code of a signup page before the form hydrates, so that it is visible at once. Then redirects a
 * logged-in player away from a page for visitors, such as `/login`. The presence cookie can outlive the session, so the
 * function first asks the server for the session. Without this check, the next page would redirect a player without a
 * session back to this page.
 */
export function prepareVisitorsPage(element: HTMLElement): void {
  fillInCampaign(element.querySelector('input[name="promoCode"]'));
  leaveAsPlayer(element.dataset['langPrefix'] ?? '').catch((error: unknown) => reportError(error));
}

async function leaveAsPlayer(langPrefix: string): Promise<void> {
  if (!isPlayerPresent()) return;
  await refreshSession();
  if (session.getState().player) location.replace(continueAt(langPrefix));
}
