import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { misused } from './failure.ts';

/** Every option of every command; which of them a command takes stands with the command. */
export const options = {
  by: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  reason: { type: 'string' },
  until: { type: 'string' },
  since: { type: 'string' },
  player: { type: 'string' },
  out: { type: 'string' },
  check: { type: 'boolean', default: false },
  known: { type: 'string' },
  drawn: { type: 'string' },
  amount: { type: 'string', multiple: true },
  product: { type: 'string' },
  percent: { type: 'string' },
  'play-through': { type: 'string' },
  lasts: { type: 'string' },
  from: { type: 'string' },
  uses: { type: 'string' },
  'uses-per-player': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;
export type OptionName = keyof typeof options;

/** Every command has these. */
const everywhere: readonly OptionName[] = ['by', 'json', 'help'];
const longestReason = 300;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
}

export type Values = ReturnType<typeof parse>['values'];

export interface Asked {
  positionals: string[];
  values: Values;
}

/** @throws AdminFailure of kind `usage` where an option is not known */
export function readArguments(args: readonly string[]): Asked {
  return parse([...args]);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** @throws AdminFailure naming the first option that the command does not have, or that it needs */
export function checkOptions(
  words: string,
  values: Values,
  { takes, needs }: { takes: readonly OptionName[]; needs: readonly OptionName[] },
): void {
  const known = new Set<string>([...everywhere, ...takes, ...needs]);
  for (const [name, value] of Object.entries(values))
    if (isGiven(value) && !known.has(name)) misused(`${words} has no option --${name}`);
  for (const name of needs) if (!isGiven(values[name])) misused(`${words} needs --${name}`);
}

/**
 * A line of words for the log, and often for the player.
 * @throws AdminFailure where it is empty, too long, or more than a line
 */
export function reasonOf({ reason }: Values): string | null {
  if (reason === undefined) return null;
  const text = reason.trim();
  if (text === '' || text.length > longestReason) misused(`--reason has 1 to ${longestReason} characters`);
  if (/\p{Cc}/u.test(text)) misused('--reason is one line');
  return text;
}

/** Who acts: as stated, else the user of the shell. */
export function operatorOf({ by }: Values, env: Readonly<Record<string, string | undefined>>): string {
  const name = (by ?? env['USER'] ?? '').trim();
  if (name === '') return misused('say who you are: --by NAME');
  if (name.length > 80 || /\p{Cc}/u.test(name)) return misused('--by is a name of 80 characters at most');
  return name;
}
