import type { CallRequest, ReadCallName } from '../../shared/contract/calls.ts';

/** A visitor may cause no further load of an uncached read now. */
export class TooManyReads extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('too many uncached reads for one address');
    this.waitSeconds = waitSeconds;
  }
}

/** Points of the rate limit for one load of a read that is not cached. A call from the cache costs one point. */
const usualCost = 4;
/** In proportion to the rows of the answer: up to 50 of one game, or 20 of each game. */
const pageCost = 10;
const allGamesCost = 20;

/** Counts a load by what it costs the platform, so that distinct ranges are no cheap way to keep it busy. */
export function costOf<N extends ReadCallName>(name: N, data: CallRequest<N>): number;
export function costOf(name: ReadCallName, data: Partial<CallRequest<'result'>>): number {
  if (name !== 'result' || !data.showAllResult || data.drawNumber !== undefined) return usualCost;
  return data.lastestGameId === undefined ? allGamesCost : pageCost;
}
