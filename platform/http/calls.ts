import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type Call, type CallName, calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { type Answer, Envelope } from '../../shared/contract/envelope.ts';
import { wrongFieldsOf } from '../../shared/contract/wrong-fields.ts';
import { failure, refuse, statusOf, wrongFields } from './answers.ts';
import type { Caller, Player } from './caller.ts';

/** Takes a call's `data` as it came, however hostile, and answers. */
export type CallRunner = (data: unknown, caller: Caller) => Promise<Answer<unknown>>;

/** Who answers each call. Every area gives its own part; together they are complete. */
export type CallRunners = Record<CallName, CallRunner>;

/** A call of the contract with its handler, which sees nothing that the call's schema has not let through. */
export const answering =
  <Q extends z.ZodType, A extends z.ZodType>(
    call: { request: Q; response: A },
    handler: (data: z.output<Q>, caller: Caller) => Promise<Answer<z.output<A>>>,
  ): CallRunner =>
  async (data, caller) => {
    const parsed = call.request.safeParse(data);
    return parsed.success ? handler(parsed.data, caller) : wrongFields(wrongFieldsOf(parsed.error));
  };

/** A call that players alone may make: 15107 for everyone else, before anything is looked at. */
export const answeringPlayer =
  <Q extends z.ZodType, A extends z.ZodType>(
    call: { who: 'player'; request: Q; response: A },
    handler: (data: z.output<Q>, player: Player, caller: Caller) => Promise<Answer<z.output<A>>>,
  ): CallRunner =>
  async (data, caller) => {
    const { player } = caller;
    if (!player) return failure(codes.sessionExpired);
    return answering(call, (checked) => handler(checked, player, caller))(data, caller);
  };

export interface CallsOptions {
  runners: CallRunners;
  ucid: string;
  isReady: () => boolean;
  /** Whose session a bearer token opens. */
  authenticate: (authorization: string | undefined) => Promise<Pick<Caller, 'player' | 'tokenHash'>>;
}

const nobody = { player: null, tokenHash: null };
const longestAddress = 64;

/** POST {prefix}/{call} for every call of the contract (spec §7). */
export const registerCalls = (
  app: FastifyInstance,
  { runners, ucid, isReady, authenticate }: CallsOptions,
): void => {
  const known = new Map(
    Object.entries(runners).map(([name, run]) => {
      const call: Call | undefined = Object.entries(calls).find(([path]) => path === name)?.[1];
      return [name, { run, needsCaller: call?.read !== true }] as const;
    }),
  );
  app.post<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const call = known.get(request.params['*']);
    if (call === undefined) return refuse(reply, failure(codes.callUnknown));
    if (!isReady()) return refuse(reply, failure(codes.technicalIssue));
    const envelope = Envelope.safeParse(request.body);
    if (!envelope.success) return refuse(reply, wrongFields(wrongFieldsOf(envelope.error)));
    if (envelope.data.ucid !== ucid) return refuse(reply, wrongFields({ ucid: 'field.wrong' }));
    const address = request.headers['x-player-address'];
    const answered = await call.run(envelope.data.data, {
      // A read is the same for everyone: who asks is not even looked up.
      ...(call.needsCaller ? await authenticate(request.headers.authorization) : nobody),
      address: typeof address === 'string' ? address.slice(0, longestAddress) : '',
      channel: envelope.data.channel,
    });
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    if (!answered.success) reply.code(statusOf(answered.firstCode));
    // Results take hundreds of kB: as text they would be measured, copied behind the head and then encoded.
    return reply.send(Buffer.from(JSON.stringify(answered)));
  });
};
