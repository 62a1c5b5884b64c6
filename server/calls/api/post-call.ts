import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Call } from '../../../shared/contract/call.ts';
import { type CallName, calls, isCallName } from '../../../shared/contract/calls.ts';
import { codes } from '../../../shared/contract/codes.ts';
import type { Failure } from '../../../shared/contract/envelope.ts';
import { wrongFieldsOf } from '../../../shared/contract/wrong-fields.ts';
import { isFileProblem } from '../../../shared/forms/identity.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../session/sealer.ts';
import { answeredAs } from '../../trace/request-context.ts';
import { isUpload, Upload } from '../../uploads/uploads.ts';
import { clientGoneSignal } from '../client-gone-signal.ts';
import { deviceOf } from '../device.ts';
import { failure, wrongFields } from '../failures.ts';
import { isJson, isSameOrigin } from '../same-origin.ts';
import type { AnswerHead, Answers } from './answers.ts';

interface AdmittedCall {
  name: CallName;
  call: Call;
  /**
   * The player's session. It is null for a visitor. It is also null for a read call, because such a call has the same
   * answer for everyone.
   */
  session: Session | null;
  /** The client's IP address, stored because Fastify reads the headers of proxies again at each use of `request.ip`. */
  address: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The call of the request. It is null until the call has passed every check that does not need the body. */
    admittedCall: AdmittedCall | null;
  }
}

const Body = z.strictObject({
  data: z.unknown(),
  /**
   * Username of the player for whom the page makes the call. All tabs share the session cookie, so another player may
   * have logged in since the page was opened.
   */
  player: z.string().max(100).optional(),
});
/** Whether a body has `data` as its only field, as most bodies do. This check is faster than the schema. */
const isBody = (body: unknown): body is { data: unknown } =>
  typeof body === 'object' && body !== null && 'data' in body && Object.keys(body).length === 1;
/** At logout, Clear-Site-Data names only cookies, because clearing storage would also delete the service worker. */
const clearCookies = ['Clear-Site-Data', '"cookies"'];

/** The refused files of an upload: the name of each field, with the key of its error message. */
class WrongFiles {
  readonly fields: Record<string, string>;
  constructor(fields: Record<string, string>) {
    this.fields = fields;
  }
}

/** Converts an upload to the body of a call. The field `player` is not a file. */
function bodyOfUpload({ files = [] }: Call, body: unknown): { data: unknown; player?: string } | WrongFiles {
  const { values } = Upload.parse(body);
  const wrong = Object.entries(values).filter(([, value]) => isFileProblem(value));
  if (wrong.length > 0) return new WrongFiles(Object.fromEntries(wrong));
  const { player } = values;
  const data = Object.fromEntries(Object.entries(values).filter(([name]) => files.includes(name)));
  return player === undefined ? { data } : { data, player };
}

/**
 * Returns the headers for the answer to a rejected request. The headers of a rejected logout end the session in the
 * browser. Otherwise, the player would remain logged in on a shared device.
 * @param admitted the call that the request names; null or undefined if it names none
 */
export function headOfRejection(
  { sessions }: Pick<Deps, 'sessions'>,
  admitted: Pick<AdmittedCall, 'call' | 'session'> | null | undefined,
): AnswerHead {
  if (admitted?.call.session !== 'closes') return {};
  return { cookies: sessions.forget(), ...(admitted.session ? { others: clearCookies } : {}) };
}

/**
 * Registers POST {prefix}/{call} for every call of the contract. The body is read only after every check that does not
 * need the body.
 */
export function registerPostCall(posts: FastifyInstance, deps: Deps, answers: Answers): void {
  const { env, sessions } = deps;
  const { admit, makeAdmitted } = deps.calls;

  const refuse = (reply: FastifyReply, answer: Failure, head?: AnswerHead): void => {
    answeredAs('refused', 'call');
    answers.refuse(reply, answer, head);
  };

  posts.decorateRequest('admittedCall', null);
  posts.addHook<{ Params: { '*'?: string } }>('onRequest', async (request, reply) => {
    const name = request.params['*'] ?? '';
    const call: Call | null = isCallName(name) ? calls[name] : null;
    const session = call?.read ? null : sessions.read(request.headers);
    // Also count requests for unknown calls, so that clients cannot guess the names of calls quickly.
    const address = request.ip;
    const overLimit = await admit(call?.rate ?? 'read', { session, address });
    if (overLimit) {
      answeredAs('refused', 'call');
      answers.sendOutcome(reply, overLimit);
    } else if (!isSameOrigin(request.headers, env.siteUrl))
      refuse(reply, wrongFields({ origin: 'field.wrong' }), { status: 403 });
    else if (!isCallName(name) || !call) refuse(reply, failure(codes.callUnknown));
    else if (!isJson(request.headers) && !(call.files && isUpload(request.headers))) {
      const head = headOfRejection(deps, { call, session });
      refuse(reply, wrongFields({ body: 'field.wrong' }), { ...head, status: 415 });
    } else if (call.who === 'player' && !session && isUpload(request.headers))
      // Only a few uploads can run at once. Reject uploads of visitors, so that players can upload files.
      refuse(reply, failure(codes.sessionExpired), { cookies: sessions.forget() });
    else request.admittedCall = { name, call, session, address };
  });

  posts.post('/*', async (request, reply) => {
    const { admittedCall, headers } = request;
    if (!admittedCall) return answers.refuse(reply, failure(codes.callUnknown));
    const { name, call, session, address } = admittedCall;
    const given = isUpload(headers) ? bodyOfUpload(call, request.body) : request.body;
    if (given instanceof WrongFiles) return answers.refuse(reply, wrongFields(given.fields));
    const body: ReturnType<typeof Body.safeParse> = isBody(given)
      ? { success: true, data: given }
      : Body.safeParse(given);
    // A visitor who makes a call for players is asked to log in, even if the body is malformed.
    if (!body.success && (session || call.who !== 'player'))
      return answers.refuse(
        reply,
        wrongFields(wrongFieldsOf(body.error)),
        headOfRejection(deps, admittedCall),
      );
    const { player } = body.data ?? {};
    if (player !== undefined && session && player !== session.username)
      return answers.refuse(reply, failure(codes.otherPlayer));
    const outcome = await makeAdmitted(name, body.data?.data, {
      session,
      address,
      device: deviceOf(headers),
      signal: clientGoneSignal(reply.raw),
    });
    const closesSession = call.session === 'closes' && session !== null;
    return answers.sendOutcome(reply, outcome, closesSession ? clearCookies : undefined);
  });
}
