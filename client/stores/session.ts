import { createStore } from 'zustand/vanilla';
import { markPresence } from './presence.ts';

/** The player as `GET /api/session` answers it. */
export interface Player {
  username: string;
  avatarImage: string;
  /** ISO 4217. */
  currencyCode: string;
  /** Minor units; absent while the platform has not answered. */
  totalBalance?: number;
  /** The wallet holds less than `minimumWalletAmount`, so the page asks the player to deposit. */
  depositPopupShow?: boolean;
  minimumWalletAmount?: number;
}

/** The player of this browser, null for a visitor. All islands and enhancements of a page share it. */
export const session = createStore<{ player: Player | null }>(() => ({ player: null }));

let newest = 0;

/**
 * Requests the player of the session, only where the presence cookie is set. An answer `player: null` clears that
 * cookie, so the menus change as well. While the server is out of reach, the last known player stays.
 */
export async function refreshSession(): Promise<void> {
  const turn = ++newest;
  if (!markPresence()) {
    session.setState({ player: null });
    return;
  }
  const response = await fetch('/api/session', { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) return;
  const { player }: { player: Player | null } = await response.json();
  // A later request used a newer cookie, so this answer is outdated.
  if (turn !== newest) return;
  markPresence();
  session.setState({ player });
}
