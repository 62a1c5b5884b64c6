import type { Commands } from './commands/command.ts';
import { logCommands } from './commands/log-commands.ts';
import { playerCommands } from './commands/player-commands.ts';
import { promoCommands } from './commands/promo-commands.ts';
import { resultCommands } from './commands/result-commands.ts';
import { withdrawalCommands } from './commands/withdrawal-commands.ts';

/** Every command by its words, in the order of the usage. */
export const commands: Commands = {
  ...withdrawalCommands,
  ...playerCommands,
  ...resultCommands,
  ...promoCommands,
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
    '      whether a line is missing or was changed; HASH is one that was noted before',
    '',
    'PLAYER is a name, a mail address, a mobile such as +919876543210, or an id.',
    'WHEN is a day such as 2027-01-31, which begins in the time zone of the site, or 2027-01-31T18:00Z.',
    'NAME is who acts: without --by the user of the shell (USER). Acts are written to a log that is only added to.',
    '--dry-run does everything and takes it back. --json prints the same for programs.',
    'The database is that of the platform: DATABASE_URL, or the embedded one of DATA_DIR (.data), running or not.',
    'Ends with 0 when it is done, 1 when it is refused or fails, 2 when it is not understood, 78 when a variable is wrong.',
  ].join('\n');
}
