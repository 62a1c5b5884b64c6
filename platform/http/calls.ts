import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { CallName } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { type Answer, Envelope } from '../../shared/contract/envelope.ts';
import { failure, refuse, statusOf, wrongFields } from './answers.ts';

/** Takes a call's `data` as it came, however hostile, and answers. */
export type CallRunner = (data: unknown) => Promise<Answer<unknown>>;

/** Who answers each call. Every area gives its own part; together they are complete. */
export type CallRunners = Record<CallName, CallRunner>;

/** Each wrong field's name with the key of its message. */
const fieldsOf = (error: z.ZodError): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const name of issue.keys.slice(0, 20)) fields[name.slice(0, 64)] = 'field.unknown';
    else fields[issue.path.join('.') || 'data'] ??= 'field.wrong';
  }
  return fields;
};

/** A call of the contract with its handler, which sees nothing that the call's schema has not let through. */
export const answering =
  <Q extends z.ZodType, A extends z.ZodType>(
    call: { request: Q; response: A },
    handler: (data: z.output<Q>) => Promise<Answer<z.output<A>>>,
  ): CallRunner =>
  async (data) => {
    const parsed = call.request.safeParse(data);
    return parsed.success ? handler(parsed.data) : wrongFields(fieldsOf(parsed.error));
  };

const answer = async (run: CallRunner, body: unknown, ucid: string): Promise<Answer<unknown>> => {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return wrongFields(fieldsOf(envelope.error));
  return envelope.data.ucid === ucid ? run(envelope.data.data) : wrongFields({ ucid: 'field.wrong' });
};

/** POST {prefix}/{call} for every call of the contract (spec §7). */
export const registerCalls = (
  app: FastifyInstance,
  { runners, ucid, isReady }: { runners: CallRunners; ucid: string; isReady: () => boolean },
): void => {
  const known = new Map(Object.entries(runners));
  app.post<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const run = known.get(request.params['*']);
    if (run === undefined) return refuse(reply, failure(codes.callUnknown));
    if (!isReady()) return refuse(reply, failure(codes.technicalIssue));
    const answered = await answer(run, request.body, ucid);
    reply.header('cache-control', 'no-store');
    if (!answered.success) reply.code(statusOf(answered.firstCode));
    return answered;
  });
};
