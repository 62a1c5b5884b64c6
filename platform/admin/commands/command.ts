import type { OptionName, ParsedArguments } from '../arguments.ts';
import { type Acting, type AdminDeps, type Outcome, timeZoneOf } from '../context.ts';
import { momentOf } from '../words.ts';

export interface Command {
  /** The arguments after the command's name, as the usage shows them. */
  shape: string;
  about: string;
  positionals: number;
  takes?: readonly OptionName[];
  needs?: readonly OptionName[];
  /** True if the command changes or exports data. Such a command needs an operator's name and is logged. */
  isAct: boolean;
  run(deps: AdminDeps, asked: ParsedArguments, acting: Acting): Promise<Outcome>;
}

export type Commands = Readonly<Record<string, Command>>;

export function first({ positionals: [one = ''] }: ParsedArguments): string {
  return one;
}

export async function untilOf(deps: AdminDeps, { values: { until } }: ParsedArguments): Promise<Date | null> {
  return until === undefined ? null : momentOf('until', until, await timeZoneOf(deps));
}
