import { z } from 'zod';
import type { Call } from '../../shared/contract/calls.ts';
import { type Code, codes } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';

const SomeAnswer = z.object({
  success: z.boolean(),
  firstCode: z.string().max(16),
  data: z.unknown().optional(),
});
const Fields = z.object({ fields: z.record(z.string().max(200), z.string().max(200)) });
const known = new Set<string>(Object.values(codes));
export const isCode = (text: string): text is Code => known.has(text);

/**
 * An upstream's answer to a player's call, as far as it is what the contract says; what the contract does not name
 * is left out.
 * @param name of the call, for the error
 * @throws UpstreamError 'bad-answer' for anything else: a player is never shown what was not agreed on
 */
export function checkAnswer(name: string, call: Call, status: number, body: unknown): Answer<unknown> {
  const bad = (what: string, code: string | null = null) =>
    new UpstreamError('platform', 'bad-answer', `${name}: ${what}`, { status, code });
  const answer = SomeAnswer.safeParse(body);
  if (!answer.success) throw bad(`answered ${status} without an answer`);
  const { success, firstCode, data } = answer.data;
  if (!isCode(firstCode)) throw bad('a code that nobody knows');
  if (!success) {
    if (firstCode === codes.ok) throw bad('no with 10000', firstCode);
    // The site's own keys are wrong: nothing that a player could mend, or need know.
    if (firstCode === codes.apiKeyWrong) throw bad('the platform does not know this site', firstCode);
    const fields = firstCode === codes.fieldWrong ? Fields.safeParse(data) : null;
    return { success: false, firstCode, ...(fields?.success ? { data: fields.data } : {}) };
  }
  if (firstCode !== codes.ok || status >= 300)
    throw bad(`success with ${firstCode} and ${status}`, firstCode);
  const checked = call.response.safeParse(data);
  if (checked.success) return { success: true, firstCode: codes.ok, data: checked.data };
  // The path says enough; what stands there may be anybody's.
  throw bad(`not as agreed at ${checked.error.issues[0]?.path.join('.') || 'its root'}`);
}
