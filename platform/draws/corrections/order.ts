import type { GameDefinition } from '../../games/catalogue.ts';
import type { Ledger } from '../../wallet/ledger.ts';
import type { DrawSizes } from '../chunk-store.ts';
import type { DrawOutcome, WrittenOff } from '../tables.ts';

export interface CorrectionDeps {
  catalogue: readonly GameDefinition[];
  ledger: Ledger;
  clock: { now(): Date };
  /** The site's time zone. It determines the calendar day whose sums include the draw. */
  timeZone: string;
  drawSizes?: DrawSizes;
}

export interface VoidResult {
  drawId: string;
  /** The reason is published and sent to players. It has 1 to 300 characters and is not translated. */
  reason: string;
  /** Name of the operator. It is stored, but never published. */
  by: string;
}

export interface CorrectResult extends VoidResult {
  /**
   * New numbers in draw order. 'seed' means the numbers that the draw function computes from the draw's seed and
   * tickets. By default, the numbers do not change.
   */
  drawn?: readonly string[] | 'seed' | undefined;
  /**
   * For each changed prize tier, the new amount that each of its winners receives, in minor units. A tier that shares
   * the pot cannot be changed.
   */
  amounts?: readonly { prizeNo: number; amountMinor: number }[] | undefined;
}

/** A sum in minor units, and how many accounts and seeded (simulated) players paid or received it. */
export interface Moved {
  accounts: number;
  seeded: number;
  amountMinor: number;
}

export interface CorrectionSummary {
  drawId: string;
  gameId: string;
  drawNumber: number;
  kind: 'corrected' | 'voided';
  /** Number of the correction, counted from 1 within the draw. */
  no: number;
  currencyCode: string;
  before: DrawOutcome;
  after: DrawOutcome;
  /** Prizes that this correction paid. */
  paid: Moved;
  /** Prizes that this correction took back. */
  takenBack: Moved;
  /** Refunded stakes. Here `seeded` is the number of tickets of seeded (simulated) players. */
  refunded: Moved;
  /** Overpaid prizes that cannot be taken back. The house bears the loss. */
  writtenOff: WrittenOff[];
  /** The correct pot of the next draw minus its actual pot, if the next draw has already taken place. Otherwise 0. */
  potDifferenceMinor: number;
}

export type CorrectionOutcome =
  | { kind: 'done'; summary: CorrectionSummary }
  /** Nothing was changed. `why` is a sentence for the operator. */
  | { kind: 'refused'; why: string };
