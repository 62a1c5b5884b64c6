import { createHash } from 'node:crypto';
import { codes } from '../../shared/contract/codes.ts';
import type { BuyTicketRequest, Receipt } from '../../shared/contract/tickets.ts';
import { encodeLine, isLine, type Line } from '../../shared/domain/draw-kinds.ts';
import { holdAccount } from '../accounts/holding.ts';
import type { Db, Transaction } from '../db/database.ts';
import { receiptNumbers } from '../draws/receipt-numbers.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Player } from '../http/caller.ts';
import { Refusal } from '../http/refusal.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { paidPartsOf, playOrder, takeFrom, totalBalanceOf } from '../wallet/service.ts';
import type { PlayerBucket, Transfer } from '../wallet/transfer.ts';
import { recordPurchase } from './record-purchase.ts';
import { findPurchase, findSaleDraw, holdDrawForSale, type Purchase, type SaleDraw } from './repository.ts';

/** A purchase that is about to be written down; the account is held. */
export interface Play {
  accountId: string;
  currencyCode: string;
  receiptNumber: string;
  paidFrom: readonly { bucket: PlayerBucket; amountMinor: number }[];
  isContactVerified: boolean;
  now: Date;
}

/** What a purchase brings about besides itself: posted with it, in one go. */
export interface PlayOutcome {
  transfers: readonly Transfer[];
  /** By how much more there is to play with, in minor units. */
  releasedMinor: number;
}

/** On one receipt, and of one account in one draw: to play is a game. */
export const ticketLimits = { linesPerReceipt: 50, linesPerDraw: 200 } as const;

export interface TicketService {
  /**
   * Call `tickets/buy`: price × lines out of the wallet, bonuses first, then deposits, then winnings, and the tickets,
   * in one transaction. The same key of the same player answers the same receipt.
   */
  buy(player: Player, request: BuyTicketRequest): Promise<Receipt>;
}

export interface TicketDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  ledger: Ledger;
  clock: { now(): Date };
  /** Off where an operator sells elsewhere, or not at all. */
  areSalesOn: boolean;
  /** Told in the transaction that sells the ticket, and part of it. It posts nothing itself. */
  onPlay?: (tx: Transaction, play: Play) => Promise<PlayOutcome>;
}

interface Order {
  game: GameDefinition;
  lines: { lineNo: number; line: Line; encoded: string }[];
  askedDigest: string;
}

/** Chosen numbers in whatever order they were chosen. */
function ascending(line: BuyTicketRequest['lines'][number]) {
  return Array.isArray(line) && line.every((number) => typeof number === 'number')
    ? line.toSorted((one, other) => one - other)
    : line;
}

/** The lines as the game takes them. @throws Refusal 10400 naming the lines that it does not take */
function orderOf(game: GameDefinition, { drawId, lines }: BuyTicketRequest): Order {
  const fields: Record<string, string> = {};
  const taken = lines.flatMap((given, index) => {
    const line = ascending(given);
    if (isLine(game.kind, line)) return [{ lineNo: index + 1, line, encoded: encodeLine(game.kind, line) }];
    fields[`lines.${index}`] = 'field.wrong';
    return [];
  });
  // A raffle's ticket is there once.
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

/** @param totalBalance what is left to play with, in minor units */
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
  areSalesOn,
  onPlay,
}: TicketDeps): TicketService {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  /** What was bought under this key before, where anything was. */
  const repeated = async (purchase: Purchase | null, { askedDigest }: Order): Promise<Receipt | null> => {
    if (!purchase) return null;
    if (purchase.askedDigest !== askedDigest) throw Refusal.ofFields({ idempotencyKey: 'field.wrong' });
    const draw = await findSaleDraw(db, purchase.drawId);
    if (!draw) throw new Error(`${purchase.receiptNumber} is of no draw`);
    const balances = await ledger.balances(`player:${purchase.accountId}`, purchase.currencyCode);
    return receiptOf(purchase, draw, totalBalanceOf(balances));
  };

  const sell = (
    { accountId, currencyCode }: Player,
    { drawId, idempotencyKey }: BuyTicketRequest,
    { game, lines, askedDigest }: Order,
  ): Promise<{ known: Purchase } | { purchase: Purchase; draw: SaleDraw; totalBalance: number }> =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const account = await holdAccount(tx, accountId, now);
      // The account is held: the same key can have come in before, and cannot meanwhile.
      const known = await findPurchase(tx, accountId, idempotencyKey);
      if (known) return { known };
      if (account?.status !== 'active') throw new Refusal(codes.notEligible);
      const draw = await holdDrawForSale(tx, drawId, accountId);
      if (!draw || draw.gameId !== game.gameId) throw new Refusal(codes.drawNotFound);
      if (draw.status !== 'open' || draw.salesCloseAt <= now) throw new Refusal(codes.salesClosed);
      if (draw.linesHeld + lines.length > ticketLimits.linesPerDraw) throw new Refusal(codes.limitExceeded);
      const owner = `player:${accountId}` as const;
      const stakeMinor = draw.ticketPriceMinor * lines.length;
      const balances = await ledger.balances(owner, currencyCode, tx);
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
      const inOrder =
        game.kind.kind === 'raffle'
          ? lines.toSorted((one, other) => (one.encoded < other.encoded ? -1 : 1))
          : lines;
      const { receiptNumber } = purchase;
      const { isContactVerified } = account;
      const play = { accountId, currencyCode, receiptNumber, paidFrom: taken, isContactVerified, now };
      const more = await onPlay?.(tx, play);
      const outcome = await recordPurchase(tx, ledger, purchase, taken, inOrder, more?.transfers);
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
      // A repeated question is answered as before, whatever has become of the draw or the player since.
      const before = await repeated(await findPurchase(db, player.accountId, request.idempotencyKey), order);
      if (before) return before;
      if (!areSalesOn) throw new Refusal(codes.salesOff);
      if (player.currencyCode !== game.currencyCode) throw new Refusal(codes.otherCurrency);
      if (order.lines.length > ticketLimits.linesPerReceipt) throw new Refusal(codes.limitExceeded);
      const sold = await sell(player, request, order);
      if ('purchase' in sold) return receiptOf(sold.purchase, sold.draw, sold.totalBalance);
      const known = await repeated(sold.known, order);
      if (known) return known;
      throw new Error('purchase disappeared before its replay');
    },
  };
}
