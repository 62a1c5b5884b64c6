import { bonusCommands } from './commands/bonus-commands.ts';
import { claimCommands } from './commands/claim-commands.ts';
import type { Commands } from './commands/command.ts';
import { limitCommands } from './commands/limit-commands.ts';
import { logCommands } from './commands/log-commands.ts';
import { noticeCommands } from './commands/notice-commands.ts';
import { partitionCommands } from './commands/partition-commands.ts';
import { playerCommands } from './commands/player-commands.ts';
import { promoCommands } from './commands/promo-commands.ts';
import { resultCommands } from './commands/result-commands.ts';
import { rewardCommands } from './commands/reward-commands.ts';
import { verificationCommands } from './commands/verification-commands.ts';
import { withdrawalCommands } from './commands/withdrawal-commands.ts';

/** All commands by name, such as `withdrawals approve`, in the order in which the usage lists them. */
export const commands: Commands = {
  ...withdrawalCommands,
  ...verificationCommands,
  ...playerCommands,
  ...limitCommands,
  ...resultCommands,
  ...claimCommands,
  ...promoCommands,
  ...rewardCommands,
  ...bonusCommands,
  ...noticeCommands,
  ...partitionCommands,
  ...logCommands,
};

export function usage(): string {
  return [
    'Usage: npm run admin -- COMMAND [--by NAME] [--json]',
    '',
    ...Object.entries(commands).flatMap(([words, { shape, about }]) => [
      `  ${words} ${shape}`.trimEnd(),
      `      ${about}`,
    ]),
    '  log --check [--known HASH]',
    '      checks that no line is missing or changed; HASH is a newest hash noted earlier',
    '',
    'PLAYER is a username, a mail address, a mobile such as +919876543210, or an account id.',
    'WHEN is a day such as 2027-01-31, which begins in the time zone of the site, or 2027-01-31T18:00Z.',
    'NAME is the operator: by default the user of the shell (USER). Acts are written to an append-only log.',
    '--dry-run does everything, then rolls back. --json prints the result as JSON.',
    "The database is the platform's: DATABASE_URL, or the embedded one of DATA_DIR (.data), running or not.",
    'Exit codes: 0 done, 1 refused or failed, 2 not understood, 78 wrong environment variable.',
  ].join('\n');
}
