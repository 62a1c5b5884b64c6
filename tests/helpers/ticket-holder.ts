import { randomUUID } from 'node:crypto';
import type { CallRequest } from '../../shared/contract/calls.ts';
import { type FundedPlayer, fundedPlayer } from './funded-player.ts';
import type { TestPlatform } from './platform.ts';

export interface TicketHolder extends FundedPlayer {
  /** Mobile number with its calling code, +91. */
  mobile: string;
  receiptNumber: string;
  drawNumber: number;
}

let made = 0;

/** Creates a player and buys a ticket for the next draw of Golden Jaldi. */
export async function ticketHolder(
  platform: TestPlatform,
  lines: CallRequest<'tickets/buy'>['lines'] = [{ number: 3 }],
): Promise<TicketHolder> {
  const mobile = `+9198${String(++made).padStart(8, '0')}`;
  const player = await fundedPlayer(platform, { funds: { deposit: 100_000_00 }, account: { mobile } });
  const { body } = await platform.call('upcomingDraw', { action: 'upcomingDraw' });
  const draw = body.success && body.data.gameList.find(({ gameId }) => gameId === 'jaldi');
  if (!draw) throw new Error('no draw');
  const { drawId, drawNumber } = draw;
  const bought = await player.call('tickets/buy', {
    gameId: 'jaldi',
    drawId,
    lines,
    idempotencyKey: randomUUID(),
  });
  if (!bought.body.success) throw new Error(JSON.stringify(bought.body));
  return { ...player, mobile, drawNumber, receiptNumber: bought.body.data.receiptNumber };
}
