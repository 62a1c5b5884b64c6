import { eq } from 'drizzle-orm';
import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Db, Transaction } from '../db/database.ts';
import { settings } from '../db/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { appendLine, type NewLine } from './log.ts';

export interface AdminDeps {
  db: Db;
  ledger: Ledger;
  sessions: Sessions;
  clock: { now(): Date };
  catalogue: readonly GameDefinition[];
  /** From the environment. The zone that the database stores takes precedence. */
  timeZone: string;
  /** As hex; null if neither the environment nor DATA_DIR holds it. */
  drawSealKey: string | null;
  /** The configured lengths of inputs, which a new promo code must keep. */
  inputBounds: InputBounds;
}

/** The operator, and whether the act is a dry run. */
export interface Acting {
  operator: string;
  isDryRun: boolean;
}

/** The result of a command. */
export interface Outcome {
  /** For people. */
  lines: readonly string[];
  /** For programs. */
  data: unknown;
  /** The command succeeded and found something wrong. */
  isBad?: boolean;
}

class DryRunRollback extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('dry run rolled back');
    this.outcome = outcome;
  }
}

/**
 * Performs an act and writes its log line in one transaction. A dry run performs all of it, then rolls back, so that
 * its output is that of a real run.
 */
export async function perform(
  { db, clock }: Pick<AdminDeps, 'db' | 'clock'>,
  { operator, isDryRun }: Acting,
  work: (tx: Transaction) => Promise<Outcome & { line: NewLine }>,
): Promise<Outcome> {
  try {
    return await db.transaction(async (tx) => {
      const { line, ...outcome } = await work(tx);
      const { lineNo } = await appendLine(tx, { ...line, operator, at: clock.now() });
      if (isDryRun) throw new DryRunRollback(outcome);
      return { ...outcome, lines: [...outcome.lines, `Line ${lineNo} of the log.`] };
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
    const { outcome } = error;
    return { ...outcome, lines: [...outcome.lines, 'A dry run: nothing was changed.'] };
  }
}

/** The time zone that draws are numbered in. */
export async function timeZoneOf({ db, timeZone }: Pick<AdminDeps, 'db' | 'timeZone'>): Promise<string> {
  const [known] = await db.select().from(settings).where(eq(settings.name, 'time_zone'));
  return known?.value ?? timeZone;
}
