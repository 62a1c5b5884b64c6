import { z } from 'zod';
import { type CallName, calls } from '../../shared/contract/calls.ts';
import { type Code, codes } from '../../shared/contract/codes.ts';
import type { Answer, Failure } from '../../shared/contract/envelope.ts';
import { reasonSchemaOf } from '../../shared/contract/refusal-reasons.ts';
import { UpstreamError } from './upstream-error.ts';

interface AnswerShape {
  success: boolean;
  firstCode: string;
  data?: unknown;
}
/**
 * Checks the shape of a platform response by hand. A schema for its three fields would cost half as much time as
 * parsing the data of most calls.
 */
const isAnswerShape = (body: unknown): body is AnswerShape =>
  typeof body === 'object' &&
  body !== null &&
  'success' in body &&
  typeof body.success === 'boolean' &&
  'firstCode' in body &&
  typeof body.firstCode === 'string';
const Fields = z.object({ fields: z.record(z.string().max(200), z.string().max(200)) });
const knownCodes = new Set<string>(Object.values(codes));
const isCode = (text: string): text is Code => knownCodes.has(text);
export const isFailureCode = (text: string): text is Failure['firstCode'] =>
  isCode(text) && text !== codes.ok;

/**
 * Returns the failure with the wrong fields of a request. If the response has the code 10400 but names no field, the
 * platform rejected the request as a whole.
 */
function wrongFieldsIn(data: unknown): Failure {
  const named = Fields.safeParse(data);
  const isNamed = named.success && Object.keys(named.data.fields).length > 0;
  return {
    success: false,
    firstCode: codes.fieldWrong,
    data: isNamed ? named.data : { fields: { data: 'field.wrong' } },
  };
}

/**
 * Checks the platform's answer to a call against the contract, and drops keys that the contract does not name.
 * @throws UpstreamError 'bad-answer', or 'bad-status' for an error status without a valid answer
 */
export function checkAnswer(name: CallName, status: number, body: unknown): Answer<unknown> {
  const fail = (reason: string, code: string | null = null) =>
    new UpstreamError('platform', 'bad-answer', `${name}: ${reason}`, { status, code });
  if (!isAnswerShape(body)) {
    const kind = status < 300 ? 'bad-answer' : 'bad-status';
    throw new UpstreamError('platform', kind, `${name} answered ${status} without an answer`, { status });
  }
  const { success, firstCode, data } = body;
  if (!isCode(firstCode)) throw fail('an unknown code');
  if (!success) {
    if (!isFailureCode(firstCode)) throw fail('a failure with the code of success', firstCode);
    if (firstCode === codes.fieldWrong) return wrongFieldsIn(data);
    const reason = reasonSchemaOf(firstCode)?.safeParse(data).data;
    return { success: false, firstCode, ...(reason && { data: reason }) };
  }
  if (firstCode !== codes.ok || status >= 300)
    throw fail(`success with code ${firstCode} and status ${status}`, firstCode);
  const checked = calls[name].response.safeParse(data);
  if (checked.success) return { success: true, firstCode: codes.ok, data: checked.data };
  // Report only the path of the invalid value, because the value may be personal data.
  throw fail(`does not match the contract at ${checked.error.issues[0]?.path.join('.') || 'its root'}`);
}
