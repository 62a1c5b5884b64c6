import { createHash, randomInt } from 'node:crypto';
import { codes } from '../../shared/contract/codes.ts';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import { quickPick } from '../../shared/domain/quick-pick.ts';
import type { Transaction } from '../db/database.ts';
import { receiptNumbers } from '../draws/receipt-numbers.ts';
import { onSale } from '../draws/repository.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { requireSpend } from '../limits/require-limits.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Transfer } from '../wallet/transfer.ts';
import { ticketLimits } from './limits.ts';
import { recordPurchase } from './record-purchase.ts';
import { openSale, type Purchase } from './repository.ts';

/**
 * Buys lines with random numbers for a player in the next draw of a game. The house pays the price. The purchase names
 * the casino bonus as the source of the payment. If the draw is voided, the price is therefore refunded as a bonus, not
 * as cash.
 * @param given.key idempotency key, unique among the player's purchases
 * @param given.also transfers to be posted together with the purchase
 * @throws Refusal 10603 if no draw is on sale, 10602 if the player would have too many lines, 10610 if the price would
 *   exceed a spending limit, 10601 if a transfer of `also` exceeds a balance
 */
export async function giveTicket(
  tx: Transaction,
  { ledger, clock, timeZone }: { ledger: Ledger; clock: { now(): Date }; timeZone: string },
  player: Player,
  { game, lines, key, also }: { game: GameDefinition; lines: number; key: string; also: readonly Transfer[] },
): Promise<Purchase> {
  const now = clock.now();
  const [next] = await onSale(tx, game.gameId, now, 1);
  if (!next) throw new Refusal(codes.salesClosed);
  const { drawId } = next;
  const sale = await openSale(tx, player, { drawId, idempotencyKey: key }, now);
  if (!sale.draw) throw new Refusal(codes.salesClosed);
  if (sale.linesHeld + lines > ticketLimits.linesPerDraw) throw new Refusal(codes.limitExceeded);
  const picked = Array.from({ length: lines }, (_, index) => ({
    lineNo: index + 1,
    line: quickPick(game.kind, randomInt),
  }));
  const stakeMinor = sale.draw.ticketPriceMinor * lines;
  const { currencyCode } = game;
  // A free ticket is bonus play, which counts towards the spending limits.
  const spent = requireSpend(sale.spending, { amountMinor: stakeMinor, currencyCode }, timeZone, now);
  const asked = JSON.stringify([game.gameId, drawId, picked.map(({ line }) => encodeLine(game.kind, line))]);
  const purchase: Purchase = {
    receiptNumber: receiptNumbers(drawId, 1)[0] ?? '',
    accountId: player.accountId,
    idempotencyKey: key,
    askedDigest: createHash('sha256').update(asked).digest('hex'),
    gameId: game.gameId,
    drawId,
    lines,
    stakeMinor,
    currencyCode,
    paidFrom: { 'casino-bonus': stakeMinor },
    boughtAt: now,
  };
  const outcome = await recordPurchase(tx, ledger, purchase, 'house', picked, { also, spent });
  if (outcome !== 'recorded') throw new Refusal(codes.insufficientBalance);
  return purchase;
}
