import { continueAt } from '../forms/continue-at.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { refreshSession, session } from '../stores/session.ts';

/**
 * Redirects a logged-in player away from a page for visitors, such as `/login`. It asks the server for the session
 * first, because the presence cookie can outlive the session. Without this check, the next page would then redirect
 * back.
 */
export function leaveVisitorsPage({ dataset }: HTMLElement): void {
  leaveAsPlayer(dataset['langPrefix'] ?? '').catch((error: unknown) => reportError(error));
}

async function leaveAsPlayer(langPrefix: string): Promise<void> {
  if (!isPlayerPresent()) return;
  await refreshSession();
  if (session.getState().player) location.replace(continueAt(langPrefix));
}
