import { parseArgs } from 'node:util';
import { longestPlan, type Plan, usualPlan } from './remote-plan.ts';

export type Options =
  | { kind: 'whole' }
  /** Names of the scenarios to run. */
  | { kind: 'only'; names: string[] }
  /** Origin of a running site. The bench tests only this site, and starts neither a site nor baselines. */
  | { kind: 'remote'; origin: string; plan: Plan };

/** Thrown for invalid arguments. The message is one line for the user. */
export class OptionsError extends Error {}

function whole(name: keyof Plan, text: string | undefined): number {
  const value = text === undefined ? usualPlan[name] : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > longestPlan[name])
    throw new OptionsError(`--${name} must be a whole number from 1 to ${longestPlan[name]}`);
  return value;
}

function originOf(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new OptionsError('--url must be an http(s) address such as https://lotto.example');
  if (url.pathname !== '/' || url.search || url.hash)
    throw new OptionsError('--url must be an origin without a path: the bench chooses the paths');
  return url.origin;
}

/**
 * Parses the options of the command.
 * @param args arguments after `npm run bench --`
 * @param scenarios names that `--only` accepts
 * @throws OptionsError for invalid options
 */
export function readOptions(args: string[], scenarios: readonly string[]): Options {
  const text = { type: 'string' } as const;
  let values: Partial<Record<'only' | 'url' | keyof Plan, string>>;
  try {
    ({ values } = parseArgs({
      args,
      options: { only: text, url: text, requests: text, connections: text, seconds: text },
    }));
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
  const { only, url, requests, connections, seconds } = values;
  if (url !== undefined) {
    if (only !== undefined) throw new OptionsError('--only cannot be combined with --url');
    return {
      kind: 'remote',
      origin: originOf(url),
      plan: {
        requests: whole('requests', requests),
        connections: whole('connections', connections),
        seconds: whole('seconds', seconds),
      },
    };
  }
  if (requests ?? connections ?? seconds)
    throw new OptionsError('--requests, --connections and --seconds need --url');
  if (only === undefined) return { kind: 'whole' };
  const names = only.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !scenarios.includes(name));
  if (unknown !== undefined || names.length === 0)
    throw new OptionsError(`--only accepts one or more of: ${scenarios.join(', ')}`);
  return { kind: 'only', names };
}
