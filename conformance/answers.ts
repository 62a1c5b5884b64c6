import { z } from 'zod';
import { type Code, codes } from '../shared/contract/codes.ts';
import { statusOf } from '../shared/contract/http-status.ts';
import { reasonSchemaOf } from '../shared/contract/refusal-reasons.ts';
import type { Reply } from './platform.ts';

const Success = z.object({ success: z.literal(true), firstCode: z.literal(codes.ok), data: z.unknown() });
const Failed = z.object({
  success: z.literal(false),
  firstCode: z.enum(codes).exclude(['ok']),
  data: z.looseObject({ fields: z.record(z.string(), z.string()).optional() }).optional(),
});

/** A parsed answer of the platform. */
export type ReadAnswer =
  | { kind: 'success'; data: unknown }
  | { kind: 'failure'; code: Code; fields: Record<string, string> | null; problems: string[] }
  | { kind: 'broken'; problems: string[] };

const where = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'does not match the contract';
};

/** Parses the envelope of an answer. Checks that the HTTP status fits the code in the envelope. */
export function readAnswer({ status, body }: Reply): ReadAnswer {
  if (body === undefined) return { kind: 'broken', problems: [`answered ${status} without JSON`] };
  const success = Success.safeParse(body);
  if (success.success)
    return status === 200
      ? { kind: 'success', data: success.data.data }
      : { kind: 'broken', problems: [`success with HTTP status ${status}`] };
  const failed = Failed.safeParse(body);
  if (!failed.success)
    return {
      kind: 'broken',
      problems: [`answered ${status} without a code of the contract (${where(failed.error)})`],
    };
  const { firstCode: code, data } = failed.data;
  const wanted = statusOf(code);
  // For a wrong field, the HTTP status may also be 413 (the body is too large) or 415 (the body is not JSON).
  const isStricter = code === codes.fieldWrong && (status === 413 || status === 415);
  const reason = reasonSchemaOf(code)?.safeParse(data);
  const problems = [
    ...(status === wanted || isStricter ? [] : [`${code} came with HTTP status ${status}, not ${wanted}`]),
    ...(reason?.error ? [`data of ${code}: ${where(reason.error)}`] : []),
  ];
  return { kind: 'failure', code, fields: data?.fields ?? null, problems };
}

/**
 * Checks that an answer is a failure with this code. Returns the problems, or an empty list.
 * @param what describes the request. It is the prefix of each problem
 */
export function refusalProblems(reply: Reply, code: Code, what?: string): string[] {
  const answer = readAnswer(reply);
  const prefixed = (problems: string[]) =>
    what === undefined ? problems : problems.map((problem) => `${what}: ${problem}`);
  if (answer.kind === 'success') return prefixed([`answered with success, not ${code}`]);
  if (answer.kind === 'broken') return prefixed(answer.problems);
  return prefixed(answer.code === code ? answer.problems : [`answered ${answer.code}, not ${code}`]);
}

/** Formats the first three problems that a schema found in an answer's data. */
export function shapeProblems(error: z.ZodError): string[] {
  const first = error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'data'}: ${issue.message}`);
  return error.issues.length > 3 ? [...first, `and ${error.issues.length - 3} more`] : first;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the fields of an answer that the contract does not declare, and that the site therefore drops.
 * @param parsed the result of parsing `received` with the contract's schema
 */
export function fieldsBeyond(received: unknown, parsed: unknown, path = ''): string[] {
  if (!isRecord(received) || !isRecord(parsed)) return [];
  return Object.entries(received).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(parsed, name) ? fieldsBeyond(value, parsed[name], at) : [at];
  });
}
