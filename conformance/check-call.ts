import type { Call } from '../shared/contract/call.ts';
import { type CallName, calls } from '../shared/contract/calls.ts';
import { codes } from '../shared/contract/codes.ts';
import { fieldsBeyond, readAnswer, refusalProblems, shapeProblems } from './answers.ts';
import { badDataOf } from './bad-data.ts';
import { randomToken, wrongKeyHeaders } from './platform.ts';
import { answerData, mainPlayer, type Run, Untested } from './run.ts';
import { scenarioOf } from './scenarios/all.ts';

/** The result of the checks of one call, or of one endpoint that is not a call. */
export interface Line {
  name: string;
  outcome: 'ok' | 'failed' | 'untested';
  /** Names of the checks that ran. */
  tested: string[];
  problems: string[];
  /** Reasons why checks could not run. */
  untested: string[];
}

export const checkLine = (name: string, found: Omit<Line, 'name' | 'outcome'>): Line => {
  const outcome = found.problems.length > 0 ? 'failed' : found.untested.length > 0 ? 'untested' : 'ok';
  return { name, outcome, ...found };
};

/** Runs a check. If the check throws Untested, the message of this error is added to `untested`. */
export const trying = async <T>(untested: string[], work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Untested)) throw error;
    untested.push(error.message);
    return undefined;
  }
};

const isNamed = (fields: Record<string, string> | null, names: readonly string[]): boolean => {
  const named = Object.keys(fields ?? {});
  return names.length === 0 ? named.length > 0 : names.some((name) => named.includes(name));
};

/**
 * Makes requests that the platform must reject. One request has a wrong key. For a call of players, a second request
 * has no session, and a third has an unknown token. Returns a problem for each wrong answer.
 */
async function unauthorisedProblems(
  run: Run,
  name: CallName,
  data: unknown,
  token: string | null,
): Promise<string[]> {
  const { platform } = run;
  const problems = refusalProblems(
    await platform.call(name, data, token, { headers: wrongKeyHeaders(platform.options) }),
    codes.apiKeyWrong,
    'a wrong api key',
  );
  if (calls[name].who !== 'player') return problems;
  return [
    ...problems,
    ...refusalProblems(await platform.call(name, data), codes.sessionExpired, 'no session'),
    ...refusalProblems(
      await platform.call(name, data, randomToken()),
      codes.sessionExpired,
      'an unknown token',
    ),
  ];
}

/** Sends requests that each have one invalid field. Checks that each answer has the code 10400 and names the field. */
async function wrongFieldProblems(run: Run, name: CallName, good: unknown, token: string | null) {
  const problems: string[] = [];
  const call: Call = calls[name];
  const bad = badDataOf(call, good);
  for (const { what, data, named } of bad) {
    const reply = await run.platform.call(name, data, token);
    const refused = refusalProblems(reply, codes.fieldWrong, what);
    problems.push(...refused);
    if (refused.length > 0) continue;
    const answer = readAnswer(reply);
    const fields = answer.kind === 'failure' ? answer.fields : null;
    if (!isNamed(fields, named))
      problems.push(
        `${what}: data.fields names ${Object.keys(fields ?? {}).join(', ') || 'nothing'}, not ${named.join(' or ')}`,
      );
  }
  return { problems, count: bad.length };
}

/** Checks one call: authorisation, invalid requests, and the answer to a valid request. */
export async function checkCall(run: Run, name: CallName): Promise<Line> {
  const found = { tested: [] as string[], problems: [] as string[], untested: [] as string[] };
  const call: Call = calls[name];
  const scenario = scenarioOf(name);
  const token =
    call.who === 'player'
      ? await trying(found.untested, async () =>
          scenario.token ? scenario.token(run) : (await mainPlayer(run)).token,
        )
      : null;
  const data = await trying(found.untested, async () => scenario.request(run));
  const known: unknown = data ?? call.example.request;
  // These checks can use the example request, so run them even if the scenario could not make a valid request.
  found.problems.push(...(await unauthorisedProblems(run, name, known, token ?? null)));
  found.tested.push(call.who === 'player' ? 'authorisation' : 'wrong key');
  if (token !== undefined) {
    const { problems, count } = await wrongFieldProblems(run, name, known, token);
    found.problems.push(...problems);
    found.tested.push(`${count} wrong requests`);
  }
  if (data === undefined || token === undefined) return checkLine(name, found);

  const reply = await run.platform.call(name, data, token);
  const { rejectedWith } = scenario;
  if (rejectedWith !== undefined) {
    found.problems.push(...refusalProblems(reply, rejectedWith, 'a request that is too early'));
    found.tested.push('rejection');
    return checkLine(name, found);
  }
  const answer = readAnswer(reply);
  if (answer.kind === 'broken') found.problems.push(...answer.problems);
  else if (answer.kind === 'failure') {
    const why = Object.entries(scenario.mayRefuse ?? {}).find(([code]) => code === answer.code)?.[1];
    if (why === undefined) {
      const fields = answer.fields ? ` (${Object.keys(answer.fields).join(', ')})` : '';
      found.problems.push(`a valid request is rejected with ${answer.code}${fields}`);
    } else found.untested.push(`rejected with ${answer.code}: ${why}`);
    found.problems.push(...answer.problems);
  } else {
    const parsed = call.response.safeParse(answer.data);
    if (parsed.success) {
      const more = fieldsBeyond(answer.data, parsed.data);
      found.tested.push(more.length === 0 ? 'answer' : `answer (beyond the contract: ${more[0]})`);
      const meaning = await trying(found.untested, async () =>
        scenario.problems?.(answerData(name, answer.data), { run, data, token }),
      );
      found.problems.push(...(meaning ?? []));
      if (scenario.problems) found.tested.push('meaning');
    } else found.problems.push(...shapeProblems(parsed.error));
  }
  return checkLine(name, found);
}
