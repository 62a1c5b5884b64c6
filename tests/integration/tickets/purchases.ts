import { randomUUID } from 'node:crypto';
import type { CallRequest, CallResponse } from '../../../shared/contract/calls.ts';
import type { UpcomingDraw } from '../../../shared/contract/upcoming-draws.ts';
import { queryDatabase } from '../../helpers/database.ts';
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

/** Returns actions of a platform. They call `platformOf` only when they run, because the platform starts later. */
export function purchasesOn(platformOf: () => TestPlatform) {
  return {
    order: (gameId: string, lines: Purchase['lines'], change?: Partial<Purchase>) =>
      purchaseOf(platformOf(), gameId, lines, change),
    /** Postpones the start of sales for the game's last open draw. Returns the id of the draw. */
    unopenedDraw: async (gameId: string): Promise<string> => {
      const [draw] = await queryDatabase<{ draw_id: string }>(
        platformOf().databaseUrl,
        `update draws set status = 'committed', opened_at = null, sales_open_at = draw_at - interval '1 minute'
         where draw_id = (select draw_id from draws where game_id = $1 and status = 'open' order by draw_at desc limit 1)
         returning draw_id`,
        [gameId],
      );
      return draw?.draw_id ?? '';
    },
  };
}
