import type { GameDefinition } from '../../games/catalogue.ts';
import type { Ledger } from '../../wallet/ledger.ts';
import type { DrawOutcome, WrittenOff } from '../tables.ts';

export interface CorrectionDeps {
  catalogue: readonly GameDefinition[];
  ledger: Ledger;
  clock: { now(): Date };
  /** Of the site: sums are kept by its days. */
  timeZone: string;
}

export interface VoidResult {
  drawId: string;
  /** For the public and the players: 1 to 300 characters, in one language. */
  reason: string;
  /** An operator's name, for the record alone. */
  by: string;
}

export interface CorrectResult extends VoidResult {
  /** What counts as drawn from now on, in draw order; 'seed': what seed and tickets give. Without: as it stands. */
  drawn?: readonly string[] | 'seed' | undefined;
  /** What one winner of a tier gets, in minor units, where it was wrong. Shares of a pot follow from the pot. */
  amounts?: readonly { prizeNo: number; amountMinor: number }[] | undefined;
}

/** Money that moves, in minor units of the game's currency, and for how many of each. */
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
  /** How many corrections this draw has had, with this one. */
  no: number;
  currencyCode: string;
  before: DrawOutcome;
  after: DrawOutcome;
  /** Prizes that are paid now, and those that are taken back. */
  paid: Moved;
  takenBack: Moved;
  /** Stakes that go back; seeded players paid in cash, and are counted by tickets. */
  refunded: Moved;
  /** What should be taken back now and is not there any more: the house's loss. */
  writtenOff: WrittenOff[];
  /** What the pot of the next draw lacks (plus) or has too much (minus), since it was held before; else 0. */
  potDifferenceMinor: number;
}

export type CorrectionOutcome =
  | { kind: 'done'; summary: CorrectionSummary }
  /** Nothing was done; `why` is a sentence for the operator. */
  | { kind: 'refused'; why: string };
