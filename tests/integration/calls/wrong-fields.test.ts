import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, isCallName } from '../../../shared/contract/calls.ts';
import { mayBeNull, wrongFor } from '../../helpers/hostile-values.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer } from '../../helpers/player.ts';
import { callAt, jarOf } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';

let platform: TestPlatform;
let site: TestSite;
let jar: Record<string, string>;
beforeAll(async () => {
  platform = await startPlatform({ now: new Date('2026-11-21T12:02:00Z'), catalogue: gamesOf('jaldi') });
  const env = { CALL_RATE_PERCENT: '0' };
  site = await startSite({ platform, clock: platform.clock, env, warm: false, live: false });
  const { username, password } = await createPlayer(platform);
  jar = jarOf(await callAt(site.origin, 'accounts/login', { type: 2, username, password }));
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
});

/**
 * Makes a call with an invalid body. Returns the invalid fields that the answer names, or null if the answer is not a
 * complete answer with the code 10400.
 */
const wrongFields = async (name: string, body: string): Promise<Record<string, unknown> | null> => {
  const { status, text } = await callAt(site.origin, name, null, { jar, body });
  const answer: { firstCode?: string; data?: { fields?: Record<string, unknown> } } = JSON.parse(text);
  const fields = answer.data?.fields ?? {};
  const areKeys = Object.values(fields).every((key) => /^[a-z][a-z0-9_.]*$/.test(String(key)));
  const isNamed = Object.keys(fields).length > 0 && areKeys;
  return status === 400 && answer.firstCode === '10400' && isNamed ? fields : null;
};

it.each(Object.keys(calls).filter(isCallName))(
  '%s returns 10400 for every malformed body and names the invalid fields',
  async (name) => {
    const example = calls[name].example.request;
    const bodies = [
      '{}',
      '[]',
      'null',
      '7',
      '{"data":null}',
      '{"data":[]}',
      '{"data":"x"}',
      '{"data":{},"more":1}',
    ];
    bodies.push(JSON.stringify({ data: { ...example, isAdmin: true } }));
    for (const [field, value] of Object.entries(example))
      for (const wrong of wrongFor(value)
        .filter((one) => one !== null || !mayBeNull(name, field))
        .slice(0, 3))
        bodies.push(JSON.stringify({ data: { ...example, [field]: wrong } }));
    const unnamed: string[] = [];
    for (const body of bodies) if (!(await wrongFields(name, body))) unnamed.push(body.slice(0, 200));
    expect(unnamed).toEqual([]);
  },
);

const range = { action: 'result', showAllResult: true, resultFrom: '2026-11-20', resultTo: '2026-11-21' };
it.each([
  ['result', { ...range, lastestGameId: 'roulette' }, 'lastestGameId'],
  ['result', { ...range, resultFrom: '2026-11-21', resultTo: '2026-11-20' }, 'resultTo'],
  ['result', { ...range, lastestGameId: 'jaldi', cursor: 'forged' }, 'cursor'],
  ['result', { ...range, cursor: 'forged' }, 'cursor'],
  ['result', { ...range, drawNumber: 7 }, 'lastestGameId'],
  ['result', { ...range, lastestGameId: 'jaldi', drawNumber: 2 ** 40 }, 'drawNumber'],
  ['winners', { lastestGameId: 'roulette' }, 'lastestGameId'],
  ['draws/open', { gameId: 'roulette' }, 'gameId'],
  ['draws/statistics', { gameId: 'roulette' }, 'gameId'],
  ['draws/published', { gameId: 'roulette', from: 1, count: 1 }, 'gameId'],
  ['draws/published', { gameId: 'keno', from: 1, count: 2501 }, 'count'],
])('%s rejects the invalid values %j with 10400 and names %s', async (name, data, field) => {
  expect(await wrongFields(name, JSON.stringify({ data }))).toEqual({ [field]: expect.any(String) });
});
