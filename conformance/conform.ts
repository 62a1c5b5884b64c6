import { calls, isCallName } from '../shared/contract/calls.ts';
import { codes } from '../shared/contract/codes.ts';
import { readAnswer } from './answers.ts';
import { checkCall, type Line } from './check-call.ts';
import { checkEndpoints } from './endpoints.ts';
import type { Options } from './options.ts';
import { createPlatform } from './platform.ts';
import { createRun } from './run.ts';

/** Thrown if the platform rejects the credentials, so that no call can be checked. */
export class BadCredentials extends Error {
  override name = 'BadCredentials';
}

/**
 * Checks a platform against the contract: first the endpoints that are not calls, then every call.
 * @param say receives each line of the report
 * @throws BadCredentials if the platform rejects the credentials
 * @throws network errors if the platform does not answer
 */
export async function conform(options: Options, say: (line: Line) => void): Promise<Line[]> {
  const platform = createPlatform(options);
  const first = readAnswer(await platform.call('gameList', {}));
  if (first.kind === 'failure' && first.code === codes.apiKeyWrong)
    throw new BadCredentials(`${options.url} rejects the credentials (${first.code})`);
  const run = createRun(platform, options.receipt);
  const lines: Line[] = [];
  const note = (line: Line): void => {
    lines.push(line);
    say(line);
  };
  await checkEndpoints(run, note);
  for (const name of Object.keys(calls).filter(isCallName)) note(await checkCall(run, name));
  return lines;
}
