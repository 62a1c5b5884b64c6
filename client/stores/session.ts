import { createStore } from 'zustand/vanilla';
import type { SessionPlayer } from '../../shared/session-player.ts';
import { markPresence } from './presence.ts';
import { keepDataOf } from './tab-owner.ts';

/**
 * The logged-in player. `session` is optional: during a deployment, an older version of the site can answer, and its
 * answers do not contain `session`.
 */
export type Player = Omit<SessionPlayer, 'session'> & Partial<Pick<SessionPlayer, 'session'>>;

/** The logged-in player, null for a visitor. All islands and enhancements of a page share this store. */
export const session = createStore<{ player: Player | null }>(() => ({ player: null }));

let newest = 0;
let latest: Promise<void> = Promise.resolve();

/**
 * Requests the session's player if the presence cookie is set. Without the cookie, the player is null. A server answer
 * without a player clears the presence cookie, and the page then shows the menus for visitors. If the cookie remains, a
 * login in another tab has replaced the session, so the player is requested once more. If the request fails, the store
 * keeps the last known player. An outdated answer is dropped. The caller then waits for the answer to the latest
 * request.
 */
export function refreshSession(): Promise<void> {
  newest += 1;
  latest = refresh(newest);
  return latest;
}

async function refresh(turn: number, isRepeated = false): Promise<void> {
  if (!markPresence()) {
    session.setState({ player: null });
    return;
  }
  const response = await fetch('/api/session', { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) return;
  const { player }: { player: Player | null } = await response.json();
  // If a later call has started in the meantime, this answer may be outdated.
  if (turn !== newest) return latest;
  if (markPresence() && !player && !isRepeated) return refresh(turn, true);
  if (player) keepDataOf(player.username);
  session.setState({ player });
}
