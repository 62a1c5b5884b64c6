/**
 * `npm run ledger:check` verifies the whole ledger (platform/wallet/check.ts), with or without a running platform. It
 * writes the report to standard output and progress to standard error. Exit code 0: correct, 1: faults found, 2: not
 * readable, 78: wrong configuration.
 */
import { ConfigError, type DatabasePlace } from '../config/config.ts';
import { readDatabaseConfig } from '../config/database-config.ts';
import { createCommandDatabase, refuseMissingDatabase } from '../db/command-database.ts';
import { sqlState } from '../db/database.ts';
import { checkLedger, type LedgerReport } from './check.ts';

const exitCodes = { clean: 0, wrong: 1, unreadable: 2, configuration: 78 } as const;
const noSuchTable = '42P01';

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

function many(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

async function check(place: DatabasePlace): Promise<LedgerReport> {
  await refuseMissingDatabase(place);
  const { database, ensureRunning, close } = createCommandDatabase(place, (error) =>
    progress(`PostgreSQL was not stopped: ${String(error)}`),
  );
  try {
    await ensureRunning();
    return await checkLedger(database, (transfers) => progress(`${many(transfers, 'transfer')} checked …`));
  } finally {
    await close();
  }
}

function inWords({
  transfers,
  accounts,
  seals,
  newestHash,
  unsealed,
  detached,
  findings,
}: LedgerReport): string[] {
  return [
    `${many(transfers, 'transfer')}, ${many(accounts, 'account')}, ${many(seals, 'seal')}`,
    `newest seal: ${newestHash ?? 'none yet'}`,
    unsealed
      ? `not sealed yet: ${many(unsealed.transfers, 'transfer')}, ${unsealed.firstId} to ${unsealed.lastId}`
      : 'all of it is sealed',
    ...(detached.months.length === 0
      ? []
      : [
          `not verified, because their months were detached: the entries of ${many(detached.transfers, 'transfer')} and ` +
            `the hashes of ${many(detached.seals, 'seal')} (${detached.months.map((month) => month.slice(0, 7)).join(', ')})`,
        ]),
    ...findings.map((finding) => `WRONG: ${finding}`),
    findings.length === 0
      ? 'The ledger is clean.'
      : `The ledger is wrong: ${many(findings.length, 'finding')}.`,
  ];
}

try {
  const { database } = await readDatabaseConfig(process.env);
  const report = await check(database);
  process.stdout.write(`${inWords(report).join('\n')}\n`);
  process.exitCode = report.findings.length === 0 ? exitCodes.clean : exitCodes.wrong;
} catch (error) {
  const isConfiguration = error instanceof ConfigError;
  // If a connection fails at several addresses, the error is an AggregateError without a message. Use its first error.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const said = first instanceof Error ? first.message : String(first);
  const why = sqlState(error) === noSuchTable ? 'this database holds no ledger' : said;
  progress(`The ledger was not checked: ${why}`);
  process.exitCode = isConfiguration ? exitCodes.configuration : exitCodes.unreadable;
}
