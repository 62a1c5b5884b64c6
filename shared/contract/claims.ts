import { z } from 'zod';
import { checkReceiptNumber, normaliseReceiptNumber } from '../domain/receipt-number.ts';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import {
  AnyMobileNo,
  CurrencyCode,
  codeMissing,
  hasCountry,
  isMobileOf,
  mobileWrong,
  Otp,
  PhoneCode,
  phoneRule,
  wholeMobileRule,
} from './fields.ts';
import { OtpSent } from './one-time-passwords.ts';
import { ResultCorrection } from './results.ts';
import { AmountMinor, GameId, Instant, Line } from './values.ts';

export const ReceiptNumber = Line('enter_receipt_number')
  .max(200, 'enter_valid_receipt_number')
  .transform(normaliseReceiptNumber)
  .superRefine((receiptNumber, context) => {
    const message = checkReceiptNumber(receiptNumber);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .describe(
    'Such as KENO-7809-7QK2M9XA4T. Spaces and case are ignored; in the last part O, I and L are read as 0, 1 and 1.',
  );

const ticket = {
  receiptNumber: ReceiptNumber,
  country_code: PhoneCode.optional(),
  /** Mobile number of the account that bought the ticket. */
  mobile_no: AnyMobileNo,
};
/**
 * Checks a number without calling code by the rule of the country in `country_code`. A number with a plus is not
 * checked here, because its calling code is not in a separate field.
 */
const isMobile = (given: { country_code?: string | undefined; mobile_no: string }): boolean =>
  given.mobile_no.startsWith('+') || isMobileOf(given);

export const ClaimOtpRequest = z
  .strictObject(ticket)
  .refine(hasCountry, codeMissing)
  .refine(isMobile, mobileWrong)
  .describe(`${phoneRule} ${wholeMobileRule}`);
export const ClaimStatusRequest = z
  .strictObject({ ...ticket, otp: Otp })
  .refine(hasCountry, codeMissing)
  .refine(isMobile, mobileWrong)
  .describe(`${phoneRule} ${wholeMobileRule}`);

/** The status of a ticket (spec §4). */
export const ClaimStatus = z.object({
  receiptNumber: z.string().max(64),
  gameId: GameId,
  gameName: z.string().max(80),
  drawId: z.string().max(64),
  drawNumber: z.int().positive(),
  drawStartDate: Instant,
  lines: z.int().positive(),
  totalPrice: AmountMinor,
  currencyCode: CurrencyCode,
  boughtAt: Instant,
  /**
   * pending: the draw has not taken place yet, or its wins are not all known yet. no_win: no line has won. won: a prize
   * is not in the player's wallet yet. paid: the prize is in the wallet. refused: an operator has refused the prize.
   * voided: the draw does not count, and the price was refunded.
   */
  status: z.enum(['pending', 'no_win', 'won', 'paid', 'refused', 'voided']),
  /** The correction of the published result, or the voiding of the draw; null if there was neither. */
  correction: ResultCorrection.pick({ kind: true, at: true, reason: true }).nullable().default(null),
  /** An operator's refusal of the prize; null if the prize is not refused. */
  refusal: z
    .object({ at: Instant, reason: z.string().max(300) })
    .nullable()
    .default(null),
  /** Total prize of all lines. */
  wonAmount: AmountMinor,
  /** Time at which the prize was credited; null if no prize has been paid. */
  paidAt: Instant.nullable(),
  prizes: z
    .array(
      z.object({
        lineNo: z.int().positive(),
        prizeNo: z.int().positive(),
        prizeName: z.string().max(80),
        amount: AmountMinor,
      }),
    )
    .max(500),
});
export type ClaimStatus = z.infer<typeof ClaimStatus>;

const claim = { who: 'anyone', read: false, rate: 'otp' } as const;

/** Calls for ticket claims. A claim needs the receipt number and an OTP sent to the buyer's mobile number. */
export const claimCalls = {
  'claims/sendOtp': declareCall({
    summary: 'Sends a one-time password to the mobile number of a receipt’s buyer.',
    ...claim,
    codes: [],
    request: ClaimOtpRequest,
    response: OtpSent,
    example: {
      request: { receiptNumber: 'JACKPOT-94-GP67YF2GBW', country_code: '+91', mobile_no: '9876543210' },
      response: { resendAfterSeconds: 0, expiresInSeconds: 600 },
    },
  }),

  'claims/status': declareCall({
    summary: 'The state of a receipt, for the owner of its mobile number.',
    ...claim,
    codes: [codes.otpWrong, codes.claimNotFound],
    request: ClaimStatusRequest,
    response: ClaimStatus,
    example: {
      request: {
        receiptNumber: 'JACKPOT-94-GP67YF2GBW',
        country_code: '+91',
        mobile_no: '9876543210',
        otp: '482913',
      },
      response: {
        receiptNumber: 'JACKPOT-94-GP67YF2GBW',
        gameId: 'jackpot',
        gameName: 'Golden Jackpot 6/49',
        drawId: 'jackpot-94',
        drawNumber: 94,
        drawStartDate: '2026-11-25T15:00:00.000Z',
        lines: 1,
        totalPrice: 5000,
        currencyCode: 'INR',
        boughtAt: '2026-11-21T18:38:00.000Z',
        status: 'pending',
        correction: null,
        refusal: null,
        wonAmount: 0,
        paidAt: null,
        prizes: [],
      },
    },
  }),
};
