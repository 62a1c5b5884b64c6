import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { rejectUsage } from './failure.ts';

/** All options of all commands. Each command names the options that it accepts. */
export const options = {
  by: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  approve: { type: 'boolean', default: false },
  checked: { type: 'boolean', default: false },
  deposits: { type: 'boolean', default: false },
  'write-off': { type: 'boolean', default: false },
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
  kind: { type: 'string' },
  period: { type: 'string' },
  days: { type: 'string' },
  points: { type: 'string' },
  game: { type: 'string' },
  lines: { type: 'string' },
  percent: { type: 'string' },
  'play-through': { type: 'string' },
  lasts: { type: 'string' },
  from: { type: 'string' },
  uses: { type: 'string' },
  'uses-per-player': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;
export type OptionName = keyof typeof options;

/** The options that every command accepts. */
const commonOptions: readonly OptionName[] = ['by', 'json', 'help'];
const longestReason = 300;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return rejectUsage(error instanceof Error ? error.message : String(error));
  }
}

export type OptionValues = ReturnType<typeof parse>['values'];

export interface ParsedArguments {
  positionals: string[];
  values: OptionValues;
}

/**
 * Parses the command line.
 * @throws AdminFailure of kind `usage` for an unknown option
 */
export function readArguments(args: readonly string[]): ParsedArguments {
  return parse([...args]);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/**
 * @throws AdminFailure if a required option is missing, or if the command does not accept an option. The message names
 *   the first missing or unknown option
 */
export function checkOptions(
  words: string,
  values: OptionValues,
  { takes, needs }: { takes: readonly OptionName[]; needs: readonly OptionName[] },
): void {
  const known = new Set<string>([...commonOptions, ...takes, ...needs]);
  for (const [name, value] of Object.entries(values))
    if (isGiven(value) && !known.has(name)) rejectUsage(`${words} has no option --${name}`);
  for (const name of needs) if (!isGiven(values[name])) rejectUsage(`${words} needs --${name}`);
}

/**
 * Returns the operator's reason, which is logged and in many cases shown to the player.
 * @throws AdminFailure if the reason is empty, too long, or has several lines
 */
export function reasonOf({ reason }: OptionValues): string | null {
  if (reason === undefined) return null;
  const text = reason.trim();
  if (text === '' || text.length > longestReason)
    rejectUsage(`--reason must have 1 to ${longestReason} characters`);
  if (/\p{Cc}/u.test(text)) rejectUsage('--reason must be one line');
  return text;
}

/** Returns the operator's name: the value of --by, or the login name of the shell's user if --by is not set. */
export function operatorOf({ by }: OptionValues, env: Readonly<Record<string, string | undefined>>): string {
  const name = (by ?? env['USER'] ?? '').trim();
  if (name === '') return rejectUsage('state your name: --by NAME');
  if (name.length > 80 || /\p{Cc}/u.test(name))
    return rejectUsage('--by must be a name of at most 80 characters');
  return name;
}
