import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import type { DrawKind } from '../../shared/domain/draw-kinds.ts';
import { isPlayerPresent } from '../stores/presence.ts';
import { session } from '../stores/session.ts';
import { readTicket } from './kept-ticket.ts';

interface Owned {
  gameId: string;
  kind: DrawKind;
  /** Whether a purchase is running. It then belongs to the current player, so the hook checks nothing. */
  isRunning: RefObject<boolean>;
  /** Called when the stored purchase has been deleted. @param id the new id of the ticket */
  onDropped: (id: string) => void;
}

/**
 * Detects that the stored purchase was deleted, after a logout or after the login of another player.
 * @returns whether a player is logged in
 */
export function useOwner({ gameId, kind, isRunning, onDropped }: Owned): boolean {
  useEffect(
    () =>
      session.subscribe(({ player }, { player: before }) => {
        if (player?.username === before?.username || isRunning.current) return;
        const { id, order } = readTicket(gameId, kind);
        if (order === null) onDropped(id);
      }),
    [gameId, kind, isRunning, onDropped],
  );
  return useStore(session, ({ player }) => player !== null) || isPlayerPresent();
}
