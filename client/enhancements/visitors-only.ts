import { continueAt } from '../forms/continue-at.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { refreshSession, session } from '../stores/session.ts';

/**
 * Sends a player who is logged in on from a page for visitors, such as `/login`. The server is asked first: with the
 * presence cookie of an ended session, the page behind would lead back here.
 */
export function leaveVisitorsPage({ dataset }: HTMLElement): void {
  leaveAsPlayer(dataset['langPrefix'] ?? '').catch((error: unknown) => reportError(error));
}

async function leaveAsPlayer(langPrefix: string): Promise<void> {
  if (!isPlayerPresent()) return;
  await refreshSession();
  if (session.getState().player) location.replace(continueAt(langPrefix));
}
