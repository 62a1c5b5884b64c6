import { ConfigError } from '../config/config.ts';
import { sqlState } from '../db/database.ts';
import { checkOptions, operatorOf, readArguments } from './arguments.ts';
import type { Command } from './commands/command.ts';
import { commands, usage } from './commands.ts';
import type { AdminDeps } from './context.ts';
import { AdminFailure, exitCodes, rejectUsage } from './failure.ts';
import { printable } from './words.ts';

export interface RunOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Connects to the platform's database. Called only after the command has been parsed. */
  open: (env: RunOptions['env']) => Promise<{ deps: AdminDeps; close: () => Promise<void> }>;
  out: (text: string) => void;
  err: (text: string) => void;
}

function commandOf(positionals: readonly string[]): { words: string; command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const words = positionals.slice(0, length).join(' ');
    const command = Object.hasOwn(commands, words) ? commands[words] : undefined;
    if (command) return { words, command, rest: positionals.slice(length) };
  }
  return rejectUsage(
    positionals.length === 0
      ? 'a command is missing'
      : `unknown command: ${positionals.slice(0, 2).join(' ')}`,
  );
}

const states: Readonly<Record<string, string>> = {
  '42P01': 'the database has the schema of another version: start the platform once',
  '42703': 'the database has the schema of another version: start the platform once',
  '55P03': 'the rows are locked: try again',
  '57014': 'the statement was cancelled: try again',
  '40P01': 'the rows are locked: try again',
};

function inWords(error: unknown): string {
  const state = sqlState(error);
  if (state !== undefined && states[state] !== undefined) return states[state];
  // Use the first error of an AggregateError, because the AggregateError has no message. Node throws one if a host name
  // has several addresses and no connection succeeds.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  if (!(cause instanceof Error)) return String(cause);
  // Show the cause's message, because Drizzle's own message contains the statement's values, which may be personal
  // data.
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof AdminFailure) return exitCodes[error.kind];
  return error instanceof ConfigError ? exitCodes.configuration : exitCodes.refused;
}

/**
 * Runs one command of an operator and returns its exit code.
 * @param args the arguments without the program's own name
 */
export async function runAdmin(
  args: readonly string[],
  { env, open, out, err }: RunOptions,
): Promise<number> {
  try {
    const { positionals, values } = readArguments(args);
    if (values.help) {
      out(usage());
      return exitCodes.done;
    }
    const { words, command, rest } = commandOf(positionals);
    checkOptions(words, values, { takes: command.takes ?? [], needs: command.needs ?? [] });
    if (rest.length !== command.positionals)
      rejectUsage(`${words} is used like this: ${words} ${command.shape}`);
    const operator = command.isAct ? operatorOf(values, env) : '';
    const { deps, close } = await open(env);
    try {
      const acting = { operator, isDryRun: values['dry-run'] };
      const {
        data,
        lines,
        isBad = false,
      } = await command.run({ ...deps, progress: err }, { positionals: rest, values }, acting);
      if (values.json) out(JSON.stringify(data, null, 2));
      else for (const line of lines) out(printable(line));
      return isBad ? exitCodes.refused : exitCodes.done;
    } finally {
      await close();
    }
  } catch (error) {
    err(printable(inWords(error)));
    if (error instanceof AdminFailure && error.kind === 'usage')
      err('npm run admin -- --help lists the commands.');
    return exitCodeOf(error);
  }
}
