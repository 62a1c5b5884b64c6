import type { CallRequest, ReadCallName } from '../../shared/contract/calls.ts';

/** The visitor has no points left, so that an uncached read is not loaded now. */
export class TooManyReads extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('too many uncached reads for one address');
    this.waitSeconds = waitSeconds;
  }
}

/** Points that one load of an uncached read costs. A call that is answered from the cache costs one point. */
const usualCost = 4;
/** The cost grows with the rows of the answer, which has up to 50 draws of one game, or 20 of each game. */
const pageCost = 10;
const allGamesCost = 20;

/**
 * Counts a load by the work that it causes on the platform, so that requests for many different ranges are limited too.
 */
export function costOf<N extends ReadCallName>(name: N, data: CallRequest<N>): number;
export function costOf(name: ReadCallName, data: Partial<CallRequest<'result'>>): number {
  if (name !== 'result' || !data.showAllResult || data.drawNumber !== undefined) return usualCost;
  return data.lastestGameId === undefined ? allGamesCost : pageCost;
}
