import { useEffect, useRef } from 'react';
import { encodeLine, type Line, type RaffleKind } from '../../shared/domain/draw-kinds.ts';
import type { PlayView } from '../../shared/pages/game.ts';
import type { FindTickets } from './boards/board.ts';
import type { DraftLine } from './ticket-state.ts';

/** Players often change several draws in a row, so the check waits this long after a change. */
const pauseMs = 300;

interface TakenTickets {
  lines: readonly DraftLine[];
  findTickets: FindTickets;
  isShown: boolean;
  onTaken: (taken: ReadonlySet<string>) => void;
}

/**
 * Checks the raffle tickets of the ticket form when the chosen draws change, because a ticket can be sold in one of the
 * new draws. A ticket whose search failed counts as free, because the platform refuses a sold ticket in any case.
 * @param given.findTickets searches in the chosen draws. A new function means that other draws were chosen
 * @param given.isShown whether the form is shown. When it is shown again after a purchase, the tickets are checked
 *   again
 * @param given.onTaken receives the encoded lines of the sold tickets
 */
export function useTakenTickets(
  { kind }: PlayView,
  { lines, findTickets, isShown, onTaken }: TakenTickets,
): void {
  const latest = useRef({ lines, onTaken });
  useEffect(() => {
    latest.current = { lines, onTaken };
  });
  useEffect(() => {
    if (kind.kind !== 'raffle' || !isShown) return undefined;
    let isOutdated = false;
    const check = async (): Promise<void> => {
      const tickets = latest.current.lines.flatMap(({ line }) => (line ? [line] : []));
      const taken = await Promise.all(tickets.map((line) => takenLine(kind, line, findTickets)));
      if (!isOutdated) latest.current.onTaken(new Set(taken.flat()));
    };
    const timer = setTimeout(() => void check(), pauseMs);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [kind, findTickets, isShown]);
}

/** Returns the encoded line if its ticket is sold, otherwise an empty list. */
async function takenLine(kind: RaffleKind, line: Line, findTickets: FindTickets): Promise<string[]> {
  if (!('series' in line)) return [];
  const found = await findTickets({ series: line.series, ending: line.number });
  return found?.length === 0 ? [encodeLine(kind, line)] : [];
}
