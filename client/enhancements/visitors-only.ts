import { continueAt } from '../forms/continue-at.ts';
import { fillInCampaign } from '../stores/campaign.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { refreshSession, session } from '../stores/session.ts';

/**
 * Prepares a page for visitors, such as the signup or login page. Fills in the campaign code before the form hydrates,
 * so that the code is visible at once. Then redirects a logged-in player to another page. The presence cookie can
 * outlive the session, so the function first asks the server for the session. Without this check, a player whose
 * session has ended would be redirected back and forth between two pages.
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
