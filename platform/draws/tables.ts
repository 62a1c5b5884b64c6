import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';
import { draws, type SettledTier } from '../db/schema.ts';

/** What a draw came to, at one time. Money in minor units. */
export interface DrawOutcome {
  /** In draw order. */
  drawn: string[];
  prizes: SettledTier[];
  winnersTotal: number;
  paidMinor: number;
  rollsOver: boolean;
  /** What the next draw's pot is made of. */
  carryMinor: number;
  /** What it would be by the rules: another amount where the next draw was held before the correction. */
  carryByRulesMinor: number;
}

/** A prize that was paid and does not stand, of which nothing is left to be taken back. */
export interface WrittenOff {
  /** As the ledger names owners. */
  owner: `player:${string}` | `seeded:${number}`;
  amountMinor: number;
}

/** Corrections of published results, each written once: a trigger refuses to change or to delete one. */
export const drawCorrections = pgTable(
  'draw_corrections',
  {
    drawId: key('draw_id')
      .notNull()
      .references(() => draws.drawId),
    /** From 1, without gaps. */
    no: integer('no').notNull(),
    kind: text('kind').$type<'corrected' | 'voided'>().notNull(),
    before: jsonb('before').$type<DrawOutcome>().notNull(),
    after: jsonb('after').$type<DrawOutcome>().notNull(),
    /** All that this draw has cost the house so far, by whoever has it: it counts where he wins after all. */
    writtenOff: jsonb('written_off').$type<WrittenOff[]>().notNull(),
    reason: text('reason').notNull(),
    /** An operator's name; not shown to the public. */
    decidedBy: text('decided_by').notNull(),
    correctedAt: instant('corrected_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.no] }),
    check('draw_corrections_kind', sql`${table.kind} in ('corrected', 'voided')`),
    check('draw_corrections_no', sql`${table.no} > 0`),
  ],
);
