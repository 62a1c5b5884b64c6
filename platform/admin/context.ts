import { eq } from 'drizzle-orm';
import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { settings } from '../config/tables.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { appendLine, type NewLine } from './log.ts';

/** What commands are made of. */
export interface AdminDeps {
  db: Db;
  ledger: Ledger;
  sessions: Sessions;
  clock: { now(): Date };
  catalogue: readonly GameDefinition[];
  /** Of the environment: a database that knows its own goes by that. */
  timeZone: string;
  /** As hex; null where neither the environment nor DATA_DIR holds it. */
  drawSealKey: string | null;
  /** The configured lengths of inputs, which a new promo code must keep. */
  inputBounds: InputBounds;
}

/** Who acts, and whether it is only looked at what an act would do. */
export interface Acting {
  operator: string;
  isDryRun: boolean;
}

/** What a command came to. */
export interface Outcome {
  /** For people. */
  lines: readonly string[];
  /** The same for programs. */
  data: unknown;
  /** It was done, and what it found is bad. */
  isBad?: boolean;
}

class TakenBack extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('a dry run ends here');
    this.outcome = outcome;
  }
}

/**
 * Does an act and writes its line in one transaction: both are there, or neither. A dry run does all of it and takes it
 * back, so that what it says is what would have come.
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
      if (isDryRun) throw new TakenBack(outcome);
      return { ...outcome, lines: [...outcome.lines, `Line ${lineNo} of the log.`] };
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
    const { outcome } = error;
    return { ...outcome, lines: [...outcome.lines, 'A dry run: nothing was changed.'] };
  }
}

/** The time zone that draws are numbered in. */
export async function timeZoneOf({ db, timeZone }: Pick<AdminDeps, 'db' | 'timeZone'>): Promise<string> {
  const [known] = await db.select().from(settings).where(eq(settings.name, 'time_zone'));
  return known?.value ?? timeZone;
}
