import type { GameDefinition } from '../../games/catalogue.ts';
import type { Ledger } from '../../wallet/ledger.ts';
import type { DrawOutcome, WrittenOff } from '../tables.ts';

export interface CorrectionDeps {
  catalogue: readonly GameDefinition[];
  ledger: Ledger;
  clock: { now(): Date };
  /** The site's time zone: sums are kept by its days. */
  timeZone: string;
}

export interface VoidResult {
  drawId: string;
  /** Published and sent to players: 1 to 300 characters, in one language. */
  reason: string;
  /** Name of the operator. Stored, never published. */
  by: string;
}

export interface CorrectResult extends VoidResult {
  /** New numbers in draw order. 'seed': the numbers that seed and tickets give. Default: unchanged. */
  drawn?: readonly string[] | 'seed' | undefined;
  /** New prize for one winner of a tier, in minor units. Shares of a pot follow from the pot. */
  amounts?: readonly { prizeNo: number; amountMinor: number }[] | undefined;
}

/** An amount in minor units, with the number of accounts and seeded players concerned. */
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
  /** Number of this correction of the draw, from 1. */
  no: number;
  currencyCode: string;
  before: DrawOutcome;
  after: DrawOutcome;
  /** Prizes paid and taken back by this correction. */
  paid: Moved;
  takenBack: Moved;
  /** Refunded stakes. Seeded players are counted by tickets. */
  refunded: Moved;
  /** Prizes that cannot be taken back: the house's loss. */
  writtenOff: WrittenOff[];
  /**
   * If the next draw was already held: the amount that its pot lacked (plus) or had in excess (minus). Else
   * 0.
   */
  potDifferenceMinor: number;
}

export type CorrectionOutcome =
  | { kind: 'done'; summary: CorrectionSummary }
  /** Nothing was changed. `why` is a sentence for the operator. */
  | { kind: 'refused'; why: string };
