import { useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { isPlayerPresent } from '../../stores/presence.ts';
import type { PopupContext } from '../popup.ts';

/**
 * Returns the function with which a popup logs the player out. If the logout is refused, `problem` is the error code.
 */
export function useLogout({ close, closeWith }: Pick<PopupContext, 'close' | 'closeWith'>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const logOut = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const result = await callApi('accounts/logout', {});
    setBusy(false);
    // Close this popup, because the popup about the ended session opens instead.
    if (result.kind === 'session-expired') return close();
    if (result.kind === 'ok' || !isPlayerPresent()) return closeWith({ type: 'logged-out' });
    if (result.kind === 'refused') setProblem(result.firstCode);
    else close();
  };
  return { isBusy, problem, logOut };
}
