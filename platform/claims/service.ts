import type { ClaimStatus } from '../../shared/contract/claims.ts';
import { codes } from '../../shared/contract/codes.ts';
import { wholeMobileOf } from '../../shared/contract/fields.ts';
import type { OtpSent } from '../../shared/contract/one-time-passwords.ts';
import { parseDrawId } from '../../shared/domain/draw-id.ts';
import { drawIdOfReceipt } from '../../shared/domain/receipt-number.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { Refusal } from '../http/refusal.ts';
import type { Messages } from '../messages/service.ts';
import { sendCode } from '../otp/send-code.ts';
import type { OtpBinding, Otps } from '../otp/service.ts';
import { findRefusal } from './refusals.ts';
import { findHolder, readReceipt, readWins } from './repository.ts';

interface Ticket {
  receiptNumber: string;
  country_code?: string | undefined;
  mobile_no: string;
}

export interface ClaimService {
  /**
   * Answers `claims/sendOtp` (spec §4): sends a code to the mobile of the account that bought the ticket. For an
   * unknown ticket, or a mobile that is not the buyer's, it does the same work and returns the same answer.
   */
  sendOtp(ticket: Ticket): Promise<OtpSent>;
  /**
   * Answers `claims/status`: returns the status of a ticket. Each code works only once. Throws 10510 for a wrong code,
   * or if no code was sent for this ticket. Throws 10700 if the account's mobile changed after the code was sent.
   */
  status(ticket: Ticket & { otp: string }): Promise<ClaimStatus>;
}

export interface ClaimDeps {
  db: Db;
  catalogue: readonly GameDefinition[];
  otps: Otps;
  messages: Messages;
}

/** The fallback '' is never used, because the schema accepts only numbers of known countries. */
function mobileOf(ticket: Ticket): string {
  return wholeMobileOf(ticket) ?? '';
}

/**
 * Binds a code to one receipt. The number of codes is limited for each pair of receipt and mobile. A stranger who knows
 * only a mobile can therefore neither use up the owner's codes nor find out who owns a receipt.
 */
function bindingOf(ticket: Ticket): OtpBinding {
  return {
    purpose: 'claim',
    recipient: { channel: 'sms', address: `${mobileOf(ticket)} ${ticket.receiptNumber}` },
  };
}

export function createClaimService({ db, catalogue, otps, messages }: ClaimDeps): ClaimService {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  const holderOf = (ticket: Ticket) =>
    findHolder(db, {
      drawId: drawIdOfReceipt(ticket.receiptNumber),
      receiptNumber: ticket.receiptNumber,
      mobile: mobileOf(ticket),
    });

  const statusOf = async (receiptNumber: string): Promise<ClaimStatus | null> => {
    const drawId = drawIdOfReceipt(receiptNumber);
    const receipt = parseDrawId(drawId) && (await readReceipt(db, drawId, receiptNumber));
    const game = receipt && games.get(receipt.gameId);
    if (!game) return null;
    const won = receipt.status === 'published' ? await readWins(db, drawId, receiptNumber) : [];
    const wonAmount = won.reduce((total, { amountMinor }) => total + amountMinor, 0);
    const isDecided = receipt.status === 'published' && receipt.hasAllWins;
    const isPaid = isDecided && won.length > 0 && won.every(({ postedAt }) => postedAt !== null);
    const refusal = isDecided ? await findRefusal(db, receiptNumber) : null;
    const isVoid = receipt.correction?.kind === 'voided';
    const outcome = isVoid
      ? 'voided'
      : wonAmount === 0
        ? 'no_win'
        : refusal
          ? 'refused'
          : isPaid
            ? 'paid'
            : 'won';
    return {
      receiptNumber,
      gameId: game.gameId,
      gameName: game.name,
      drawId,
      drawNumber: receipt.drawNumber,
      drawStartDate: receipt.drawAt.toISOString(),
      lines: receipt.lines,
      totalPrice: receipt.stakeMinor,
      currencyCode: game.currencyCode,
      boughtAt: receipt.boughtAt.toISOString(),
      status: isDecided ? outcome : 'pending',
      correction: receipt.correction && {
        kind: receipt.correction.kind,
        at: receipt.correction.at,
        reason: receipt.correction.reason,
      },
      refusal: refusal && { at: refusal.refusedAt.toISOString(), reason: refusal.reason },
      wonAmount,
      paidAt: isPaid && !refusal ? (won.at(-1)?.postedAt?.toISOString() ?? null) : null,
      prizes: won.map(({ lineNo, prizeNo, amountMinor }) => ({
        lineNo,
        prizeNo,
        prizeName: game.tiers.find((tier) => tier.prizeNo === prizeNo)?.prizeName ?? '',
        amount: amountMinor,
      })),
    };
  };

  return {
    async sendOtp(ticket) {
      return sendCode(
        { db, otps, messages },
        {
          binding: bindingOf(ticket),
          template: 'claim_otp',
          to: { channel: 'sms', address: mobileOf(ticket) },
          reader: await holderOf(ticket),
        },
      );
    },

    async status(ticket) {
      const otpId = await otps.check(bindingOf(ticket), ticket.otp);
      if (otpId === null || !(await otps.consume(otpId))) throw new Refusal(codes.otpWrong);
      const holder = await holderOf(ticket);
      const status = holder && (await statusOf(ticket.receiptNumber));
      if (!status) throw new Refusal(codes.claimNotFound);
      return status;
    },
  };
}
