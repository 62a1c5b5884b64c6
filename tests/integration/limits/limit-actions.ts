import { randomUUID } from 'node:crypto';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { dataOf } from '../../helpers/player-actions.ts';

/** A Saturday, eight minutes before midnight in Asia/Kolkata. */
export const now = new Date('2026-11-21T18:22:00Z');

type Limit = CallRequest<'limits/set'>;
export type Caller = Pick<FundedPlayer, 'call'>;

/**
 * Returns a function that creates a player with a deposit, in minor units. The function calls `platformOf` only when it
 * runs, because the platform starts later.
 */
export const withCashOn =
  (platformOf: () => TestPlatform) =>
  (deposit = 100_000): Promise<FundedPlayer> =>
    fundedPlayer(platformOf(), { funds: { deposit } });

export async function limitOf(player: Caller, kind: Limit['kind'], period: Limit['period']) {
  const { limits } = await dataOf(player, 'limits/get', {});
  const found = limits.find((one) => one.kind === kind && one.period === period);
  if (!found) throw new Error('no such limit');
  return found;
}

/** Sets a limit. The call must succeed. @returns all limits */
export const set = (player: Caller, kind: Limit['kind'], period: Limit['period'], amount: number | null) =>
  dataOf(player, 'limits/set', { kind, period, amount });

/** Begins a deposit. @returns the answer, which may be a refusal */
export const deposit = async (player: Caller, amount: number) =>
  (await player.call('cashier/deposit', { amount, idempotencyKey: randomUUID() })).body;
