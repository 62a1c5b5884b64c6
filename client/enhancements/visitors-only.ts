import { continueAt } from '../forms/continue-at.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { refreshSession, session } from '../stores/session.ts';

/**
 * Redirects a logged-in player away from a page for visitors, such as `/login`. The presence cookie can outlive the
 * session, so the function first asks the server for the session. Without a session, the next page would redirect back
 * to this page.
 */
export function leaveVisitorsPage({ dataset }: HTMLElement): void {
  leaveAsPlayer(dataset['langPrefix'] ?? '').catch((error: unknown) => reportError(error));
}

async function leaveAsPlayer(langPrefix: string): Promise<void> {
  if (!isPlayerPresent()) return;
  await refreshSession();
  if (session.getState().player) location.replace(continueAt(langPrefix));
}
