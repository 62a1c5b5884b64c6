import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { CurrencyCode } from './fields.ts';
import { AmountMinor, DrawId, GameId, Instant } from './values.ts';

export const IdempotencyKey = z
  .string('field.wrong')
  .regex(/^[A-Za-z0-9_-]{8,64}$/, 'field.wrong')
  .describe(
    'Chosen by the client, one for each purchase or payment. The same key with the same request gets the same answer and moves no money again; with another request it is wrong.',
  );

/** Formats of the names in ticket lines. The valid names of each game are in its `drawParameters`. */
export const SymbolName = z.string().regex(/^[a-z0-9-]{1,32}$/);
export const SeriesName = z.string().regex(/^[A-Z0-9]{1,8}$/);
export const ColorName = z.string().regex(/^[a-z]{1,16}$/);
/**
 * Limits for all games. `ball` is the largest number on a ball. `picks` is the maximum count of numbers or symbols in a
 * line. `digits` is the maximum count of digits in a line.
 */
export const lineBounds = { ball: 999, picks: 20, digits: 9 } as const;

const number = z.int().min(0).max(9999);
const digits = z.string().regex(new RegExp(`^\\d{1,${lineBounds.digits}}$`));
/** Formats of a ticket line (shared/domain/draw-kinds.ts). The kind of the game decides which format is valid. */
export const TicketLine = z
  .union(
    [
      z.array(z.int().min(1).max(lineBounds.ball)).min(1).max(lineBounds.picks),
      z.array(SymbolName).min(1).max(lineBounds.picks),
      z.strictObject({ digits, play: z.enum(['straight', 'box']) }),
      z.strictObject({ series: SeriesName, number: digits }),
      z.strictObject({ number }),
      z.strictObject({ color: ColorName }),
    ],
    'field.wrong',
  )
  .describe(
    'In the format of the game’s kind: numbers, symbols, digits, series and number, a number, or a colour.',
  );

export const BuyTicketRequest = z.strictObject({
  gameId: GameId,
  drawId: DrawId,
  lines: z.array(TicketLine).min(1).max(200),
  expectedPrice: AmountMinor.optional().describe(
    'The price of one line that the player has seen. If the draw has another price, nothing is sold.',
  ),
  idempotencyKey: IdempotencyKey,
});
export type BuyTicketRequest = z.infer<typeof BuyTicketRequest>;

export const Receipt = z.object({
  receiptNumber: z.string().max(64),
  gameId: GameId,
  drawId: z.string().max(64),
  drawNumber: z.int().positive(),
  drawStartDate: Instant,
  lines: z.int().positive(),
  ticketPrice: AmountMinor,
  totalPrice: AmountMinor,
  currencyCode: CurrencyCode,
  /** Sources of the payment, in the order of their use: bonuses, deposits, winnings. */
  paidFrom: z.object({ bonus: AmountMinor, deposit: AmountMinor, winnings: AmountMinor }),
  boughtAt: Instant,
  /** The playable balance after the purchase (shared/contract/wallet.ts). */
  totalBalance: AmountMinor,
});
export type Receipt = z.infer<typeof Receipt>;

export const FreeTicketsRequest = z.strictObject({
  /** Id of the raffle game whose tickets are searched. */
  gameId: GameId,
  /** Ids of draws. The found tickets are unsold in each of these draws. */
  drawIds: z.array(DrawId).min(1).max(10),
  /** Restricts the search to tickets of this series. */
  series: SeriesName.optional(),
  /** Restricts the search to tickets whose number ends with these digits. */
  ending: digits.optional(),
});
export type FreeTicketsRequest = z.infer<typeof FreeTicketsRequest>;

export const FreeTicketsResponse = z.object({
  /** Free tickets in random order. The list is empty if the search found none. */
  tickets: z.array(z.object({ series: SeriesName, number: digits })).max(12),
});
export type FreeTicketsResponse = z.infer<typeof FreeTicketsResponse>;

export const ticketCalls = {
  'tickets/free': declareCall({
    summary: 'Searches free tickets of a raffle, at random among those that fit.',
    who: 'anyone',
    read: false,
    rate: 'search',
    codes: [codes.salesClosed, codes.salesOff],
    needs: 'sales',
    request: FreeTicketsRequest,
    response: FreeTicketsResponse,
    example: {
      request: { gameId: 'raffle', drawIds: ['raffle-48'], series: '62D', ending: '215' },
      response: {
        tickets: [
          { series: '62D', number: '48215' },
          { series: '62D', number: '90215' },
        ],
      },
    },
  }),
  'tickets/buy': declareCall({
    summary: 'Buys lines of one draw from the wallet, and answers a receipt.',
    who: 'player',
    read: false,
    rate: 'money',
    codes: [
      codes.insufficientBalance,
      codes.limitExceeded,
      codes.salesClosed,
      codes.notEligible,
      codes.limitReached,
      codes.timeOutRunning,
      codes.otherCurrency,
      codes.ticketTaken,
      codes.salesOff,
      codes.priceChanged,
      codes.drawNotFound,
    ],
    needs: 'sales',
    request: BuyTicketRequest,
    response: Receipt,
    example: {
      request: {
        gameId: 'jackpot',
        drawId: 'jackpot-94',
        lines: [[1, 2, 3, 4, 5, 6]],
        expectedPrice: 5000,
        idempotencyKey: 'ed579b3320bbf47a0542ee06',
      },
      response: {
        receiptNumber: 'JACKPOT-94-X0AWZ5YBXR',
        gameId: 'jackpot',
        drawId: 'jackpot-94',
        drawNumber: 94,
        drawStartDate: '2026-11-25T15:00:00.000Z',
        lines: 1,
        ticketPrice: 5000,
        totalPrice: 5000,
        currencyCode: 'INR',
        paidFrom: { bonus: 0, deposit: 5000, winnings: 0 },
        boughtAt: '2026-11-21T18:38:00.000Z',
        totalBalance: 45000,
      },
    },
  }),
};
