import { randomUUID } from 'node:crypto';
import type { CallRequest, CallResponse } from '../../../shared/contract/calls.ts';
import type { UpcomingDraw } from '../../../shared/contract/upcoming-draws.ts';
import type { FundedPlayer } from '../../helpers/funded-player.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { dataOf } from '../../helpers/player-actions.ts';

export type Purchase = CallRequest<'tickets/buy'>;

export const now = new Date('2026-11-21T12:02:00Z');

/** The price of a line of Golden Jaldi in minor units (paise). */
export const price = 11_00;

export async function nextDraw(platform: TestPlatform, gameId: string): Promise<UpcomingDraw> {
  const { gameList } = await dataOf(platform, 'upcomingDraw', { action: 'upcomingDraw' });
  const draw = gameList.find((game) => game.gameId === gameId);
  if (!draw) throw new Error(`no draw of ${gameId}`);
  return draw;
}

/** Returns a request, with a new idempotency key, to buy lines for the next draw of a game. */
export async function purchaseOf(
  platform: TestPlatform,
  gameId: string,
  lines: Purchase['lines'],
  change: Partial<Purchase> = {},
): Promise<Purchase> {
  const { drawId } = await nextDraw(platform, gameId);
  return { gameId, drawId, lines, idempotencyKey: randomUUID(), ...change };
}

/** Makes a purchase that must succeed, and returns its receipt. */
export function receipt(player: FundedPlayer, request: Purchase): Promise<CallResponse<'tickets/buy'>> {
  return dataOf(player, 'tickets/buy', request);
}

export async function code(player: FundedPlayer, request: Purchase): Promise<string> {
  return (await player.call('tickets/buy', request)).body.firstCode;
}
