import { useCallback, useEffect, useState } from 'react';
import type { OpenDrawsResponse } from '../../shared/contract/upcoming-draws.ts';
import type { PlayDraw } from '../../shared/pages/game.ts';
import { type CallResult, callApi } from '../api/call-api.ts';
import { useNow } from '../stores/clock.ts';
import { useLive } from '../stores/live.ts';

/**
 * Delay between the close of sales and the next request for the list of open draws. Until sales close, the site
 * answers with the old list from its cache.
 */
const afterCloseMs = 500;
const retryMs = 15_000;

const load = (gameId: string) => callApi('draws/open', { gameId }, { isQuiet: true });

/**
 * Returns the draws that are on sale by the server's clock, soonest first. The list is loaded when the ticket form
 * opens and when sales for a draw close. After a purchase, it is loaded again, because a price may have changed.
 */
export function useOpenDraws(
  gameId: string,
  initial: readonly PlayDraw[],
  isOrdered: boolean,
): readonly PlayDraw[] {
  useLive();
  const nowMs = useNow();
  const [draws, setDraws] = useState(initial);
  const show = useCallback((result: CallResult<OpenDrawsResponse>) => {
    if (result.kind === 'ok') setDraws(result.data.draws);
  }, []);
  const open = draws.filter(({ salesCloseDate }) => nowMs === null || Date.parse(salesCloseDate) > nowMs);
  const isOutdated = open.length < draws.length || open.length === 0;

  useEffect(() => {
    if (!isOrdered) void load(gameId).then(show);
  }, [gameId, show, isOrdered]);
  useEffect(() => {
    if (!isOutdated) return undefined;
    const reload = () => void load(gameId).then(show);
    const soon = setTimeout(reload, afterCloseMs);
    const again = setInterval(reload, retryMs);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [isOutdated, gameId, show]);

  return open;
}
