import { z } from 'zod';
import { type Code, codes } from '../shared/contract/codes.ts';
import { statusOf } from '../shared/contract/http-status.ts';
import type { Reply } from './platform.ts';

const Yes = z.object({ success: z.literal(true), firstCode: z.literal(codes.ok), data: z.unknown() });
const No = z.object({
  success: z.literal(false),
  firstCode: z.enum(codes).exclude(['ok']),
  data: z.object({ fields: z.record(z.string(), z.string()) }).optional(),
});

/** What an answer is, as far as it is one of the contract's. */
export type Read =
  | { kind: 'yes'; data: unknown }
  | { kind: 'no'; code: Code; fields: Record<string, string> | null; problems: string[] }
  | { kind: 'broken'; problems: string[] };

const where = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'the whole'}: ${issue.message}` : 'not as agreed';
};

/** Reads the envelope of an answer: `success`, `firstCode`, and the status that goes with the code. */
export function readAnswer({ status, body }: Reply): Read {
  if (body === undefined) return { kind: 'broken', problems: [`answered ${status} without JSON`] };
  const yes = Yes.safeParse(body);
  if (yes.success)
    return status === 200
      ? { kind: 'yes', data: yes.data.data }
      : { kind: 'broken', problems: [`success with HTTP status ${status}`] };
  const no = No.safeParse(body);
  if (!no.success)
    return {
      kind: 'broken',
      problems: [`answered ${status} without a code of the contract (${where(no.error)})`],
    };
  const { firstCode: code, data } = no.data;
  const wanted = statusOf(code);
  // HTTP has stricter words for some bodies (413, 415).
  const isStricter = code === codes.fieldWrong && (status === 413 || status === 415);
  const problems =
    status === wanted || isStricter ? [] : [`${code} came with HTTP status ${status}, not ${wanted}`];
  return { kind: 'no', code, fields: data?.fields ?? null, problems };
}

/**
 * What is wrong with an answer that should be a refusal with this code; nothing: an empty list.
 * @param what was tried, in front of each problem
 */
export function refusalProblems(reply: Reply, code: Code, what?: string): string[] {
  const answer = readAnswer(reply);
  const told = (problems: string[]) =>
    what === undefined ? problems : problems.map((problem) => `${what}: ${problem}`);
  if (answer.kind === 'yes') return told([`answered with success, not ${code}`]);
  if (answer.kind === 'broken') return told(answer.problems);
  return told(answer.code === code ? answer.problems : [`answered ${answer.code}, not ${code}`]);
}

/** What a schema says of an answer's data, in a few words. */
export function shapeProblems(error: z.ZodError): string[] {
  const told = error.issues.slice(0, 3).map((issue) => `${issue.path.join('.') || 'data'}: ${issue.message}`);
  return error.issues.length > 3 ? [...told, `and ${error.issues.length - 3} more`] : told;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Fields of an answer that the contract does not name: the site drops them.
 * @param read what the contract's schema made of the answer
 */
export function fieldsBeyond(told: unknown, read: unknown, path = ''): string[] {
  if (!isRecord(told) || !isRecord(read)) return [];
  return Object.entries(told).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(read, name) ? fieldsBeyond(value, read[name], at) : [at];
  });
}
