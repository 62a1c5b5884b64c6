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
} from './fields.ts';
import { OtpSent } from './one-time-passwords.ts';
import { ResultCorrection } from './results.ts';
import { AmountMinor, GameId, Instant } from './values.ts';

/** Spaces and case do not matter, see shared/domain/receipt-number.ts. */
export const ReceiptNumber = z
  .string('enter_receipt_number')
  .max(200, 'enter_valid_receipt_number')
  .transform(normaliseReceiptNumber)
  .superRefine((receiptNumber, context) => {
    const message = checkReceiptNumber(receiptNumber);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const ticket = {
  receiptNumber: ReceiptNumber,
  country_code: PhoneCode.optional(),
  /** Of the account that bought the ticket. */
  mobile_no: AnyMobileNo,
};
/** A number that comes whole needs no code, and has none to be checked by. */
const isMobile = (given: { country_code?: string | undefined; mobile_no: string }): boolean =>
  given.mobile_no.startsWith('+') || isMobileOf(given);

export const ClaimOtpRequest = z
  .strictObject(ticket)
  .refine(hasCountry, codeMissing)
  .refine(isMobile, mobileWrong);
export const ClaimStatusRequest = z
  .strictObject({ ...ticket, otp: Otp })
  .refine(hasCountry, codeMissing)
  .refine(isMobile, mobileWrong);

/** How a ticket stands (spec §4). */
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
   * The draw is still to come; it is over, and nothing was won; won; won, and in the player's wallet; the draw does
   * not count, and the whole price was paid back.
   */
  status: z.enum(['pending', 'no_win', 'won', 'paid', 'voided']),
  /** Where the result was corrected after its publication, or the draw does not count. */
  correction: ResultCorrection.pick({ kind: true, at: true, reason: true }).nullable().default(null),
  /** Of all lines together. */
  wonAmount: AmountMinor,
  /** When it came into the wallet. */
  paidAt: Instant.nullable(),
  prizes: z
    .array(z.object({ lineNo: z.int().positive(), prizeName: z.string().max(80), amount: AmountMinor }))
    .max(500),
});
export type ClaimStatus = z.infer<typeof ClaimStatus>;

const claim = { who: 'anyone', read: false, rate: 'otp' } as const;

/** Whoever holds a receipt and the mobile it was bought with learns how it stands; nobody learns more. */
export const claimCalls = {
  'claims/sendOtp': declareCall({
    summary: 'Sends a one-time password to the mobile that a receipt was bought with.',
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
    summary: 'How a receipt stands, for who has its mobile.',
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
        wonAmount: 0,
        paidAt: null,
        prizes: [],
      },
    },
  }),
};
