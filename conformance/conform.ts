import { calls, isCallName } from '../shared/contract/calls.ts';
import { codes } from '../shared/contract/codes.ts';
import { readAnswer } from './answers.ts';
import { checkCall, type Line } from './check-call.ts';
import { checkDoors } from './doors.ts';
import type { Options } from './options.ts';
import { createPlatform } from './platform.ts';
import { createRun } from './run.ts';

/** Every answer would be the same refusal. */
export class NotKnown extends Error {
  override name = 'NotKnown';
}

/**
 * Holds a platform against the contract: the doors that are no calls, then every call.
 * @param say gets each line as it is there
 * @throws NotKnown where the credentials are wrong
 * @throws whatever the network says where an answer does not come at all
 */
export async function conform(options: Options, say: (line: Line) => void): Promise<Line[]> {
  const platform = createPlatform(options);
  const first = readAnswer(await platform.call('gameList', {}));
  if (first.kind === 'no' && first.code === codes.apiKeyWrong)
    throw new NotKnown(`${options.url} does not know these credentials (${first.code})`);
  const run = createRun(platform);
  const lines: Line[] = [];
  const note = (line: Line): void => {
    lines.push(line);
    say(line);
  };
  await checkDoors(run, note);
  for (const name of Object.keys(calls).filter(isCallName)) note(await checkCall(run, name));
  return lines;
}
