import type { Call } from '../shared/contract/call.ts';
import { type CallName, calls } from '../shared/contract/calls.ts';
import { codes } from '../shared/contract/codes.ts';
import { fieldsBeyond, readAnswer, refusalProblems, shapeProblems } from './answers.ts';
import { badDataOf } from './bad-data.ts';
import { strangeToken } from './platform.ts';
import { dataOf, mainPlayer, type Run, Untested } from './run.ts';
import { scenarioOf } from './scenarios/all.ts';

/** What came of one call, or of one door that is no call. */
export interface Line {
  name: string;
  outcome: 'ok' | 'failed' | 'untested';
  /** What was looked at. */
  tested: string[];
  problems: string[];
  /** Why something was not looked at. */
  untested: string[];
}

export const lineOf = (name: string, found: Omit<Line, 'name' | 'outcome'>): Line => {
  const outcome = found.problems.length > 0 ? 'failed' : found.untested.length > 0 ? 'untested' : 'ok';
  return { name, outcome, ...found };
};

/** Runs what may need something that is not there. */
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
  const told = Object.keys(fields ?? {});
  return names.length === 0 ? told.length > 0 : names.some((name) => told.includes(name));
};

/** Whoever may not make the call: a wrong key, no session, a session that nobody opened. */
async function strangers(run: Run, name: CallName, data: unknown, token: string | null): Promise<string[]> {
  const { platform } = run;
  const wrongKey = { headers: { 'x-api-key': 'conformance-wrong-key' } };
  const problems = refusalProblems(
    await platform.call(name, data, token, wrongKey),
    codes.apiKeyWrong,
    'a wrong api key',
  );
  if (calls[name].who !== 'player') return problems;
  return [
    ...problems,
    ...refusalProblems(await platform.call(name, data), codes.sessionExpired, 'no session'),
    ...refusalProblems(
      await platform.call(name, data, strangeToken()),
      codes.sessionExpired,
      'an unknown token',
    ),
  ];
}

/** Each wrong field is answered by 10400 and its name. */
async function wrongFields(run: Run, name: CallName, good: unknown, token: string | null) {
  const problems: string[] = [];
  const call: Call = calls[name];
  const bad = badDataOf(call, good);
  for (const { what, data, named } of bad) {
    const reply = await run.platform.call(name, data, token);
    const refused = refusalProblems(reply, codes.fieldWrong, what);
    problems.push(...refused);
    if (refused.length > 0) continue;
    const answer = readAnswer(reply);
    const fields = answer.kind === 'no' ? answer.fields : null;
    if (!isNamed(fields, named))
      problems.push(
        `${what}: data.fields names ${Object.keys(fields ?? {}).join(', ') || 'nothing'}, not ${named.join(' or ')}`,
      );
  }
  return { problems, count: bad.length };
}

/** One call: whom it refuses, what it refuses, and what it answers. */
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
  // Also what cannot be tried as it is meant is closed to strangers, and looks at its fields.
  found.problems.push(...(await strangers(run, name, known, token ?? null)));
  found.tested.push(call.who === 'player' ? 'strangers' : 'wrong key');
  if (token !== undefined) {
    const { problems, count } = await wrongFields(run, name, known, token);
    found.problems.push(...problems);
    found.tested.push(`${count} wrong requests`);
  }
  if (data === undefined || token === undefined) return lineOf(name, found);

  const answer = readAnswer(await run.platform.call(name, data, token));
  if (answer.kind === 'broken') found.problems.push(...answer.problems);
  else if (answer.kind === 'no') {
    const why = Object.entries(scenario.mayRefuse ?? {}).find(([code]) => code === answer.code)?.[1];
    if (why === undefined) {
      const fields = answer.fields ? ` (${Object.keys(answer.fields).join(', ')})` : '';
      found.problems.push(`a good request is refused with ${answer.code}${fields}`);
    } else found.untested.push(`refused with ${answer.code}: ${why}`);
    found.problems.push(...answer.problems);
  } else {
    const parsed = call.response.safeParse(answer.data);
    if (parsed.success) {
      const more = fieldsBeyond(answer.data, parsed.data);
      found.tested.push(more.length === 0 ? 'answer' : `answer (beyond the contract: ${more[0]})`);
      const means = await trying(found.untested, async () =>
        scenario.means?.(dataOf(name, answer.data), { run, data, token }),
      );
      found.problems.push(...(means ?? []));
      if (scenario.means) found.tested.push('meaning');
    } else found.problems.push(...shapeProblems(parsed.error));
  }
  return lineOf(name, found);
}
