import type { CallRequest, ReadCallName } from '../../shared/contract/calls.ts';

/** Thrown when a visitor's rate limit has too few points left for an uncached read. */
export class TooManyReads extends Error {
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super('too many uncached reads for one address');
    this.waitSeconds = waitSeconds;
  }
}

/** Points for a read that is loaded from the platform, in addition to the one point that every call costs. */
const usualCost = 4;
/**
 * Points for reads of lists of draws. These reads cost more: a response has up to 50 draws of one game, up to 20 draws
 * of each game, or up to 2500 draw numbers.
 */
const pageCost = 10;
const allGamesCost = 20;

/**
 * Returns the points for loading one read from the platform. A read that causes more work at the platform costs more
 * points. The cost limits how many different day ranges one visitor can request.
 */
export function costOf<N extends ReadCallName>(name: N, data: CallRequest<N>): number;
export function costOf(name: ReadCallName, data: Partial<CallRequest<'result'>>): number {
  if (name === 'draws/published') return pageCost;
  if (name !== 'result' || !data.showAllResult || data.drawNumber !== undefined) return usualCost;
  return data.lastestGameId === undefined ? allGamesCost : pageCost;
}
