import { drawIdOf } from '../../shared/domain/draw-id.ts';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import { slotsBetween } from '../../shared/domain/schedule.ts';
import { createPseudoRandom } from '../draws/pseudo-random.ts';
import { receiptNumbers } from '../draws/receipt-numbers.ts';
import { seededLines } from '../draws/seeded-lines.ts';
import { seededSalesMs } from '../draws/seeded-sales.ts';
import type { GameDefinition } from '../games/catalogue.ts';

export interface PlannedPurchase {
  kind: 'purchase';
  at: Date;
  gameId: string;
  drawId: string;
  receiptNumber: string;
  lines: Line[];
  stakeMinor: number;
}

export interface PlannedDeposit {
  kind: 'deposit';
  at: Date;
  amountMinor: number;
  outcome: 'approved' | 'declined';
}

export interface PlannedWithdrawal {
  kind: 'withdrawal';
  at: Date;
  amountMinor: number;
  /**
   * The operator's decision, or null if the withdrawal is pending. An approved withdrawal is paid or declined hours
   * later.
   */
  decision: {
    at: Date;
    outcome: 'approved' | 'refused';
    reason: string | null;
    /** True if the bank rejects the approved payout. */
    isDeclined?: true;
  } | null;
}

export type Planned = PlannedPurchase | PlannedDeposit | PlannedWithdrawal;

/** The maximum number of purchases in each game. The demo player plays only the games in this map. */
const purchasesOf: Readonly<Record<string, number>> = {
  daily: 9,
  pick3: 8,
  jackpot: 4,
  keno: 6,
  raffle: 2,
  symbols: 6,
  jaldi: 6,
};
const maxLines = 3;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the player's time-out of one day, or null if the history is too short for a day without purchases. */
export function breakOf(from: Date, now: Date): { at: Date; endsAt: Date } | null {
  const spanMs = now.getTime() - from.getTime();
  if (spanMs < 7 * dayMs) return null;
  const atMs = from.getTime() + Math.floor(0.3 * spanMs);
  return { at: new Date(atMs), endsAt: new Date(atMs + dayMs) };
}

function purchasesIn(game: GameDefinition, from: Date, now: Date, timeZone: string): PlannedPurchase[] {
  const slots = slotsBetween(game.schedule, from, now, timeZone);
  const count = Math.min(purchasesOf[game.gameId] ?? 0, slots.length);
  const random = createPseudoRandom(`demo player ${game.gameId}`);
  return Array.from({ length: count }).flatMap((_, index) => {
    // Divide the draws, in order of time, into `count` groups of about equal size. Buy tickets for a random draw of
    // each group.
    const slot = slots[Math.floor(((index + random()) * slots.length) / count)];
    if (!slot) return [];
    const drawId = drawIdOf(game.gameId, slot.number);
    const closesMs = slot.at.getTime() - game.salesCloseSeconds * 1000;
    const opensMs = Math.max(
      from.getTime(),
      slot.at.getTime() - game.salesOpenSeconds * 1000,
      closesMs - seededSalesMs,
    );
    if (closesMs <= opensMs) return [];
    const lines = seededLines(
      game.kind,
      random,
      game.kind.kind === 'raffle' ? 1 : 1 + Math.floor(random() * maxLines),
    );
    return [
      {
        kind: 'purchase' as const,
        at: new Date(Math.floor(opensMs + random() * (closesMs - opensMs))),
        gameId: game.gameId,
        drawId,
        receiptNumber: receiptNumbers(drawId, 1)[0] ?? '',
        lines,
        stakeMinor: lines.length * game.ticketPriceMinor,
      },
    ];
  });
}

/**
 * Plans the purchases, deposits and withdrawals of a player who plays occasionally. The events are in order of time.
 * The deposits cover all purchases and withdrawals, even if the player never wins.
 * @param from the time when the account was created
 * @param timeZone the site's time zone
 */
export function planDemo(
  catalogue: readonly GameDefinition[],
  from: Date,
  now: Date,
  timeZone: string,
): Planned[] {
  const spanMs = now.getTime() - from.getTime();
  const pause = breakOf(from, now);
  const mayBuy = ({ at: boughtAt }: PlannedPurchase) =>
    pause === null || boughtAt < pause.at || boughtAt >= pause.endsAt;
  const at = (part: number) => new Date(from.getTime() + Math.floor(part * spanMs));
  const deposit = (
    part: number,
    amountMinor: number,
    outcome: PlannedDeposit['outcome'],
  ): PlannedDeposit => ({
    kind: 'deposit',
    at: at(part),
    amountMinor,
    outcome,
  });
  const first = deposit(0.004, 1_500_00, 'approved');
  const reason = "The name on the bank account is not the one on the player's account.";
  const planned: Planned[] = [
    first,
    deposit(0.27, 1_000_00, 'approved'),
    deposit(0.45, 5_000_00, 'declined'),
    deposit(0.56, 2_500_00, 'approved'),
    deposit(0.9, 500_00, 'approved'),
    {
      kind: 'withdrawal',
      at: at(0.6),
      amountMinor: 500_00,
      decision: { at: at(0.62), outcome: 'approved', reason: null, isDeclined: true },
    },
    {
      kind: 'withdrawal',
      at: at(0.66),
      amountMinor: 750_00,
      decision: { at: at(0.69), outcome: 'approved', reason: null },
    },
    {
      kind: 'withdrawal',
      at: at(0.82),
      amountMinor: 600_00,
      decision: { at: at(0.85), outcome: 'refused', reason },
    },
    { kind: 'withdrawal', at: at(0.97), amountMinor: 500_00, decision: null },
    ...catalogue.flatMap((game) =>
      purchasesIn(game, new Date(Math.min(first.at.getTime() + hourMs, now.getTime())), now, timeZone).filter(
        mayBuy,
      ),
    ),
  ];
  planned.sort((one, other) => one.at.getTime() - other.at.getTime());
  // `left` includes neither wins nor refunds of refused withdrawals, so that the deposits are enough even if the player
  // never wins.
  let left = 0;
  return planned.filter((event) => {
    if (event.kind === 'deposit') left += event.outcome === 'approved' ? event.amountMinor : 0;
    else {
      const costMinor = event.kind === 'purchase' ? event.stakeMinor : event.amountMinor;
      if (costMinor > left) return false;
      left -= costMinor;
    }
    return true;
  });
}
