import { createHash } from 'node:crypto';
import { codes } from '../../shared/contract/codes.ts';
import type { BuyTicketRequest, Receipt } from '../../shared/contract/tickets.ts';
import { encodeLine, isLine, type Line } from '../../shared/domain/draw-kinds.ts';
import type { Db, Transaction } from '../db/database.ts';
import { receiptNumbers } from '../draws/receipt-numbers.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import { requirePlay, requireSpend } from '../limits/require-limits.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { paidPartsOf, playOrder, takeFrom, totalBalanceOf } from '../wallet/service.ts';
import type { PlayerBucket, Transfer } from '../wallet/transfer.ts';
import { ticketLimits } from './limits.ts';
import { recordPurchase } from './record-purchase.ts';
import { findSaleDraw, openSale, type Purchase, type SaleDraw } from './repository.ts';

/** A purchase that is not stored yet. Its account is locked until the transaction ends. */
export interface Play {
  accountId: string;
  currencyCode: string;
  receiptNumber: string;
  paidFrom: readonly { bucket: PlayerBucket; amountMinor: number }[];
  isContactVerified: boolean;
  hasRewards: boolean;
  now: Date;
}

/** Transfers that a purchase causes, for example the release of a bonus. They are posted together with the purchase. */
export interface PlayOutcome {
  transfers: readonly Transfer[];
  /** Amount by which `transfers` increase the playable balance, in minor units. */
  releasedMinor: number;
}

export interface TicketService {
  /**
   * Answers `tickets/buy`: in one transaction, stores the tickets and takes the price of all lines from bonuses, then
   * deposits, then winnings. A request that repeats an idempotency key gets the receipt of the earlier purchase.
   * @throws Refusal if the purchase is not allowed
   */
  buy(player: Player, request: BuyTicketRequest): Promise<Receipt>;
}

export interface TicketDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  ledger: Ledger;
  clock: { now(): Date };
  /** Spending limits count days, weeks and months in this time zone. */
  timeZone: string;
  areSalesOn: boolean;
  /** Called in the transaction of the purchase, before the purchase is stored. */
  onPlay?: (tx: Transaction, play: Play) => Promise<PlayOutcome>;
}

interface Order {
  game: GameDefinition;
  lines: { lineNo: number; line: Line; encoded: string }[];
  askedDigest: string;
}

/** Sorts the chosen numbers, because players may choose them in any order. */
function ascending(line: BuyTicketRequest['lines'][number]) {
  return Array.isArray(line) && line.every((number) => typeof number === 'number')
    ? line.toSorted((one, other) => one - other)
    : line;
}

/** Validates the lines. @throws Refusal 10400 that names the invalid lines */
function orderOf(game: GameDefinition, { drawId, lines }: BuyTicketRequest): Order {
  const fields: Record<string, string> = {};
  const taken = lines.flatMap((given, index) => {
    const line = ascending(given);
    if (isLine(game.kind, line)) return [{ lineNo: index + 1, line, encoded: encodeLine(game.kind, line) }];
    fields[`lines.${index}`] = 'field.wrong';
    return [];
  });
  // Each raffle ticket exists only once, so reject a request that lists a ticket twice.
  if (game.kind.kind === 'raffle') {
    const seen = new Set<string>();
    for (const { lineNo, encoded } of taken) {
      if (seen.has(encoded)) fields[`lines.${lineNo - 1}`] = 'field.wrong';
      seen.add(encoded);
    }
  }
  if (Object.keys(fields).length > 0) throw Refusal.ofFields(fields);
  const asked = JSON.stringify([game.gameId, drawId, taken.map(({ encoded }) => encoded)]);
  return { game, lines: taken, askedDigest: createHash('sha256').update(asked).digest('hex') };
}

/**
 * Returns the lines in the order in which they are stored. Raffle tickets are sorted, so that concurrent purchases lock
 * them in the same order.
 */
function storedOrder({ game, lines }: Order): Order['lines'] {
  if (game.kind.kind !== 'raffle') return lines;
  return lines.toSorted((one, other) => (one.encoded < other.encoded ? -1 : 1));
}

/** @param totalBalance playable balance after the purchase, in minor units */
function receiptOf(purchase: Purchase, draw: SaleDraw, totalBalance: number): Receipt {
  const { currencyCode, paidFrom } = purchase;
  return {
    receiptNumber: purchase.receiptNumber,
    gameId: purchase.gameId,
    drawId: purchase.drawId,
    drawNumber: draw.drawNumber,
    drawStartDate: draw.drawAt.toISOString(),
    lines: purchase.lines,
    ticketPrice: purchase.stakeMinor / purchase.lines,
    totalPrice: purchase.stakeMinor,
    currencyCode,
    paidFrom: paidPartsOf(paidFrom),
    boughtAt: purchase.boughtAt.toISOString(),
    totalBalance,
  };
}

export function createTicketService({
  db,
  catalogue,
  ledger,
  clock,
  timeZone,
  areSalesOn,
  onPlay,
}: TicketDeps): TicketService {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  /**
   * Returns the receipt of the earlier purchase that has the request's idempotency key.
   * @throws Refusal if the earlier request was for a different purchase
   */
  const repeated = async (purchase: Purchase, { askedDigest }: Order): Promise<Receipt> => {
    if (purchase.askedDigest !== askedDigest) throw Refusal.ofFields({ idempotencyKey: 'field.wrong' });
    const draw = await findSaleDraw(db, purchase.drawId);
    if (!draw) throw new Error(`${purchase.receiptNumber} has no draw`);
    const balances = await ledger.balances(`player:${purchase.accountId}`, purchase.currencyCode);
    return receiptOf(purchase, draw, totalBalanceOf(balances));
  };

  const sell = (
    player: Player,
    { drawId, expectedPrice, idempotencyKey }: BuyTicketRequest,
    order: Order,
  ): Promise<{ known: Purchase } | { purchase: Purchase; draw: SaleDraw; totalBalance: number }> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const { accountId, currencyCode } = player;
      const { game, lines, askedDigest } = order;
      const sale = await openSale(tx, player, { drawId, idempotencyKey }, now);
      // The account is locked. A concurrent request with the same key has therefore either committed its purchase, or
      // waits for this transaction to end.
      if (sale.known) return { known: sale.known };
      if (!areSalesOn) throw new Refusal(codes.salesOff);
      if (currencyCode !== game.currencyCode) throw new Refusal(codes.otherCurrency);
      if (lines.length > ticketLimits.linesPerPurchase) throw new Refusal(codes.limitExceeded);
      const { account, draw, balances } = sale;
      requirePlay(account);
      if ((draw ?? (await findSaleDraw(tx, drawId)))?.gameId !== game.gameId)
        throw new Refusal(codes.drawNotFound);
      if (!draw) throw new Refusal(codes.salesClosed);
      if (expectedPrice !== undefined && expectedPrice !== draw.ticketPriceMinor)
        throw new Refusal(codes.priceChanged);
      if (sale.linesHeld + lines.length > ticketLimits.linesPerDraw) throw new Refusal(codes.limitExceeded);
      const stakeMinor = draw.ticketPriceMinor * lines.length;
      const spent = requireSpend(sale.spending, { amountMinor: stakeMinor, currencyCode }, timeZone, now);
      const taken = takeFrom(balances, playOrder, stakeMinor);
      if (!taken) throw new Refusal(codes.insufficientBalance);
      const purchase: Purchase = {
        receiptNumber: receiptNumbers(drawId, 1)[0] ?? '',
        accountId,
        idempotencyKey,
        askedDigest,
        gameId: game.gameId,
        drawId,
        lines: lines.length,
        stakeMinor,
        currencyCode,
        paidFrom: Object.fromEntries(taken.map(({ bucket, amountMinor }) => [bucket, amountMinor])),
        boughtAt: now,
      };
      const more = await onPlay?.(tx, {
        accountId,
        currencyCode,
        receiptNumber: purchase.receiptNumber,
        paidFrom: taken,
        isContactVerified: account.isContactVerified,
        hasRewards: sale.hasRewards,
        now,
      });
      const posted = { also: more?.transfers, spent };
      const outcome = await recordPurchase(tx, ledger, purchase, taken, storedOrder(order), posted);
      if (outcome === 'ticket taken') throw new Refusal(codes.ticketTaken);
      if (outcome === 'insufficient') throw new Refusal(codes.insufficientBalance);
      return {
        purchase,
        draw,
        totalBalance: totalBalanceOf(balances) - stakeMinor + (more?.releasedMinor ?? 0),
      };
    });

  return {
    async buy(player, request) {
      const game = games.get(request.gameId);
      if (!game) throw Refusal.ofFields({ gameId: 'field.wrong' });
      const order = orderOf(game, request);
      const sold = await sell(player, request, order);
      if ('purchase' in sold) return receiptOf(sold.purchase, sold.draw, sold.totalBalance);
      // A repeated request gets the receipt of its purchase, even if the draw or the account has changed since then.
      return repeated(sold.known, order);
    },
  };
}
