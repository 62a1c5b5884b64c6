import type { CallRequest, ReadCallName } from '../../shared/contract/calls.ts';

/** Thrown for an uncached read of a visitor who has no points left. */
export class TooManyReads extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('too many uncached reads for one address');
    this.waitSeconds = waitSeconds;
  }
}

/** Points for a read that must be loaded from the platform. A call that is answered from the cache costs one point. */
const usualCost = 4;
/**
 * Lists of draws cost more. An answer has up to 50 draws of one game, up to 20 draws of each game, or up to 2500
 * numbers.
 */
const pageCost = 10;
const allGamesCost = 20;

/**
 * Returns the points for one load. A load that causes more work at the platform costs more points. The cost limits the
 * number of different day ranges that one visitor can request.
 */
export function costOf<N extends ReadCallName>(name: N, data: CallRequest<N>): number;
export function costOf(name: ReadCallName, data: Partial<CallRequest<'result'>>): number {
  if (name === 'draws/published') return pageCost;
  if (name !== 'result' || !data.showAllResult || data.drawNumber !== undefined) return usualCost;
  return data.lastestGameId === undefined ? allGamesCost : pageCost;
}
