import { desc, eq } from 'drizzle-orm';
import { checkReceiptNumber, normaliseReceiptNumber } from '../../shared/domain/receipt-number.ts';
import { accounts } from '../accounts/tables.ts';
import { acceptClaim, type ClaimRefusal, type RefusalOutcome, refuseClaim } from '../claims/refusals.ts';
import { claimRefusals } from '../claims/tables.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import type { NewLine } from './log.ts';
import { many, moneyOf } from './words.ts';

function receiptOf(written: string): string {
  const receiptNumber = normaliseReceiptNumber(written);
  return checkReceiptNumber(receiptNumber) === null
    ? receiptNumber
    : rejectUsage(`${written} is not a receipt number`);
}

/** Lists the refused prizes, newest first, at most 500. */
export async function listRefusals({ db }: AdminDeps): Promise<Outcome> {
  const rows = await db
    .select({ refusal: claimRefusals, username: accounts.username })
    .from(claimRefusals)
    .innerJoin(accounts, eq(accounts.accountId, claimRefusals.accountId))
    .orderBy(desc(claimRefusals.refusedAt))
    .limit(500);
  return {
    data: rows.map(({ refusal, username }) => ({ ...refusal, username })),
    lines: [
      ...rows.map(
        ({ refusal: { receiptNumber, refusedAt, amountMinor, currencyCode, reason }, username }) =>
          `${receiptNumber}  ${refusedAt.toISOString()}  ${moneyOf(amountMinor, currencyCode)}  ${username}  ${reason}`,
      ),
      rows.length === 0 ? 'No prize is refused.' : `${many(rows.length, 'refused prize')}.`,
    ],
  };
}

function done(
  act: string,
  reason: string,
  outcome: RefusalOutcome,
  linesOf: (refusal: ClaimRefusal) => string[],
): Outcome & { line: NewLine } {
  if (outcome.kind === 'rejected') return rejectCommand(outcome.why);
  const { refusal } = outcome;
  const { accountId, receiptNumber, amountMinor, takenMinor, currencyCode } = refusal;
  return {
    data: refusal,
    lines: linesOf(refusal),
    line: {
      act,
      accountId,
      subject: receiptNumber,
      reason,
      result: { amountMinor, takenMinor, currencyCode },
    },
  };
}

/** Returns a command that decides on the prize of a receipt and logs the decision. */
const decision =
  (act: string, decide: typeof refuseClaim, linesOf: (refusal: ClaimRefusal) => string[]) =>
  (deps: AdminDeps, acting: Acting, { receipt, reason }: { receipt: string; reason: string }) => {
    const receiptNumber = receiptOf(receipt);
    return perform(deps, acting, async (tx) =>
      done(act, reason, await decide(deps, tx, { receiptNumber, reason, by: acting.operator }), linesOf),
    );
  };

export const refuse = decision(
  'claims refuse',
  refuseClaim,
  ({ receiptNumber, amountMinor, takenMinor, currencyCode }) => [
    `The prize of ${receiptNumber}, ${moneyOf(amountMinor, currencyCode)}, is refused. The player reads the reason.`,
    `taken back  ${moneyOf(takenMinor, currencyCode)}`,
    ...(takenMinor < amountMinor
      ? [`lost        ${moneyOf(amountMinor - takenMinor, currencyCode)}: already spent or held`]
      : []),
  ],
);

export const accept = decision(
  'claims accept',
  acceptClaim,
  ({ receiptNumber, takenMinor, currencyCode }) => [
    `The prize of ${receiptNumber} is no longer refused: ${moneyOf(takenMinor, currencyCode)} is paid back. The player is notified.`,
  ],
);
