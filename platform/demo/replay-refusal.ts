import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import { acceptClaim, type RefusalOutcome, refuseClaim } from '../claims/refusals.ts';
import { draws, wins } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { PlannedPurchase } from './plan.ts';
import { type Action, later, type Replay } from './replay-payments.ts';

const refusedMs = 2 * 3_600_000;
const acceptedMs = 8 * 3_600_000;
const reason = 'Several accounts bought the same lines. We are checking whether they belong to one person.';

function requireDone(outcome: RefusalOutcome): void {
  if (outcome.kind === 'rejected') throw new Error(outcome.why);
}

/** Returns the actions in which an operator refuses the player's first prize, and accepts it some hours later. */
export async function refusedPrize(
  { tx, ledger, clock }: Replay,
  purchases: readonly PlannedPurchase[],
  catalogue: readonly GameDefinition[],
  now: Date,
): Promise<Action[]> {
  if (purchases.length === 0) return [];
  const drawIds = purchases.map(({ drawId }) => drawId);
  const receiptNumbers = purchases.map((purchase) => purchase.receiptNumber);
  const [won] = await tx
    .select({ receiptNumber: wins.receiptNumber, drawAt: draws.drawAt })
    .from(wins)
    .innerJoin(draws, eq(draws.drawId, wins.drawId))
    .where(
      and(
        inArray(wins.drawId, drawIds),
        inArray(wins.receiptNumber, receiptNumbers),
        gt(wins.amountMinor, 0),
        lte(draws.drawAt, later(now, -acceptedMs)),
      ),
    )
    .orderBy(asc(draws.drawAt))
    .limit(1);
  if (!won) return [];
  const { receiptNumber, drawAt } = won;
  const deps = { ledger, catalogue, clock };
  return [
    {
      at: later(drawAt, refusedMs),
      run: async () => requireDone(await refuseClaim(deps, tx, { receiptNumber, reason, by: 'history' })),
    },
    {
      at: later(drawAt, acceptedMs),
      run: async () => requireDone(await acceptClaim(deps, tx, { receiptNumber })),
    },
  ];
}
