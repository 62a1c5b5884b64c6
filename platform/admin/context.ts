import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Db, Transaction } from '../db/database.ts';
import { settings } from '../db/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { DocumentStore } from '../identity/document-store.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { appendLine, type NewLine } from './log.ts';

export interface AdminDeps {
  db: Db;
  ledger: Ledger;
  logger: Pick<Logger, 'warn' | 'error'>;
  sessions: Sessions;
  clock: { now(): Date };
  /** Reads the encrypted files of identity checks. */
  documents: Pick<DocumentStore, 'get'>;
  catalogue: readonly GameDefinition[];
  /** The time zone from the environment. It is used only if the database stores no time zone. */
  timeZone: string;
  /**
   * The values of DRAW_SEAL_KEY as hex, the current one first. Empty if neither the environment nor DATA_DIR contains a
   * key.
   */
  drawSealKeys: readonly string[];
  /** The configured lengths of inputs, to which a new promo code must conform. */
  inputBounds: InputBounds;
  /** Prints the progress of a long command. */
  progress?: (line: string) => void;
}

export interface Acting {
  operator: string;
  isDryRun: boolean;
}

export interface Outcome {
  /** The output as lines of text, for people. */
  lines: readonly string[];
  /** The output for programs, as JSON. */
  data: unknown;
  /** True if the command ran but found a problem. The program then exits with a code other than 0. */
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
 * Performs an operator's action and writes the action's log line in one transaction. A dry run performs everything and
 * then rolls back, so that it prints the same output as a real run.
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

/** Returns the site's time zone. The numbering of the draws depends on this time zone. */
export async function timeZoneOf({ db, timeZone }: Pick<AdminDeps, 'db' | 'timeZone'>): Promise<string> {
  const [known] = await db.select().from(settings).where(eq(settings.name, 'time_zone'));
  return known?.value ?? timeZone;
}
