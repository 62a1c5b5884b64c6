import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../../shared/contract/call.ts';
import { type CallName, type CallResponse, calls, isCallName } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { fieldsOutOfBounds } from '../../shared/contract/configured-bounds.ts';
import { Envelope, type Success } from '../../shared/contract/envelope.ts';
import { parseRequest } from '../../shared/contract/parse-request.ts';
import { wrongFieldsOf } from '../../shared/contract/wrong-fields.ts';
import { countingKeyOf } from '../../shared/domain/client-address.ts';
import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import { namesOf } from '../../shared/names-of.ts';
import type { Caller, Player } from './caller.ts';
import { Refusal } from './refusal.ts';

type Data<N extends CallName> = z.output<(typeof calls)[N]['request']>;
type Answered<N extends CallName> = Promise<CallResponse<N>>;

/**
 * Answers an API call, or throws a Refusal. The handler gets data that the call's schema has validated. If the call is
 * for players only, the handler always gets a player.
 */
type Handler<N extends CallName> = (typeof calls)[N]['who'] extends 'player'
  ? (data: Data<N>, player: Player, caller: Caller) => Answered<N>
  : (data: Data<N>, caller: Caller) => Answered<N>;

/** The handlers of the API calls whose names are in `N`. By default, these are all calls. */
export type CallHandlers<N extends CallName = CallName> = { readonly [Name in N]: Handler<Name> };

/**
 * A handler of any call. TypeScript compares the parameters of this method bivariantly. This is safe, because the
 * call's schema has validated the data before the handler runs.
 */
interface AnyHandler {
  handle(data: unknown, playerOrCaller: Player | Caller, caller: Caller): Promise<unknown>;
}

/**
 * Rejects callers and data that the declaration of the call forbids, then runs the handler.
 * @throws Refusal if the call is rejected
 */
export async function answerCall(
  call: Call,
  handle: AnyHandler['handle'],
  data: unknown,
  caller: Caller,
  bounds: InputBounds,
): Promise<unknown> {
  const { player } = caller;
  if (call.who === 'player' && !player) throw new Refusal(codes.sessionExpired);
  const parsed = parseRequest(call.request, data);
  if (!parsed.success) throw Refusal.ofFields(wrongFieldsOf(parsed.error));
  const outside = fieldsOutOfBounds(call.request, parsed.data, bounds);
  if (Object.keys(outside).length > 0) throw Refusal.ofFields(outside);
  return handle(parsed.data, call.who === 'player' && player ? player : caller, caller);
}

export interface CallsOptions {
  handlers: CallHandlers;
  inputBounds: InputBounds;
  ucid: string;
  isReady: () => boolean;
  /** Looks up the session of a bearer token. */
  authenticate: (authorization: string | undefined) => Promise<Pick<Caller, 'player' | 'tokenHash'>>;
}

const nobody = { player: null, tokenHash: null };

/** Registers POST {prefix}/{call} for every call of the contract (spec §7). */
export function registerCalls(
  app: FastifyInstance,
  { handlers, inputBounds, ucid, isReady, authenticate }: CallsOptions,
): void {
  const handlerOf: Readonly<Record<CallName, AnyHandler['handle']>> = handlers;
  const answer = async (
    name: CallName,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    if (!isReady()) throw new Refusal(codes.technicalIssue);
    const envelope = Envelope.safeParse(request.body);
    if (!envelope.success) throw Refusal.ofFields(wrongFieldsOf(envelope.error));
    if (envelope.data.ucid !== ucid) throw Refusal.ofFields({ ucid: 'field.wrong' });
    const address = request.headers['x-player-address'];
    const call: Call = calls[name];
    const caller: Caller = {
      // A call that is marked `read` has the same answer for everyone, so the caller's session is not looked up.
      ...(call.read ? nobody : await authenticate(request.headers.authorization)),
      addressKey: countingKeyOf(typeof address === 'string' ? address : ''),
      channel: envelope.data.channel,
      device: envelope.data.device ?? null,
    };
    const data = await answerCall(call, handlerOf[name], envelope.data.data, caller, inputBounds);
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
    const body: Success<unknown> = { success: true, firstCode: codes.ok, data };
    // Some answers have hundreds of kB. Send a Buffer, because Node would have to measure, copy and encode a string.
    return reply.send(Buffer.from(JSON.stringify(body)));
  };
  app.post<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const name = request.params['*'];
    if (!isCallName(name)) throw new Refusal(codes.callUnknown);
    return answer(name, request, reply);
  });
  // Register a separate route for each call that accepts longer bodies, because Fastify's body limit belongs to a
  // route.
  for (const name of namesOf(calls)) {
    const { longestBodyBytes }: Call = calls[name];
    if (longestBodyBytes !== undefined)
      app.post(`/${name}`, { bodyLimit: longestBodyBytes }, (request, reply) => answer(name, request, reply));
  }
}
