import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call, CallName } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import { wrongFieldsOf } from '../../shared/contract/wrong-fields.ts';
import type { Log } from '../cache/aged-cache.ts';
import type { Reads } from '../cache/reads.ts';
import type { Session } from '../session/sealer.ts';
import type { SessionCookies } from '../session/session-cookies.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import { type Answers, failure, retryAfter, statusOf, wrongFields } from './answers.ts';
import { type CachedReads, isReadCall } from './cached-reads.ts';
import { rateWindowSeconds } from './call-rates.ts';
import { checkAnswer, isCode } from './check-answer.ts';
import { envelopeText } from './envelope-text.ts';
import type { Forward } from './forward.ts';
import { whoeverAsks } from './whoever-asks.ts';

/** A call that may be made, by whom. */
export interface Asked {
  name: CallName;
  call: Call;
  /** Null: a visitor. */
  session: Session | null;
}

export interface AnswerCallDeps {
  ucid: string;
  forward: Forward;
  cachedReads: CachedReads;
  createReads(asker?: AbortSignal): Reads;
  sessions: SessionCookies;
  answers: Answers;
  log: Log;
  nowMs: () => number;
}

const Body = z.strictObject({ data: z.unknown() });
/** What an answer that opens a session carries at least; the rest is as the call's own schema has let it through. */
const Opened = z.looseObject({
  userData: z.looseObject({
    authToken: z.string().min(1),
    username: z.string(),
    avatarImage: z.string(),
    currencyCode: z.string(),
  }),
});
const AvatarChosen = z.object({ avatarImage: z.string() });

/** What nobody can do anything about, or asked for. */
const isQuiet = ({ kind }: UpstreamError): boolean => kind === 'aborted' || kind === 'breaker-open';

/** Answers a call that is known, within its rate, from this site, with a body of JSON. */
export function createAnswerCall(deps: AnswerCallDeps) {
  const { cachedReads, sessions, answers, log, nowMs } = deps;

  const read = async (asked: Asked, data: unknown, signal: AbortSignal): Promise<Answer<unknown>> => {
    if (!isReadCall(asked.name)) throw new Error(`${asked.name} is no read`);
    try {
      const answer = await cachedReads.answer(deps.createReads(signal), asked.name, data);
      if (answer.error) return wrongFields(wrongFieldsOf(answer.error));
      return { success: true, firstCode: codes.ok, data: answer.data };
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind !== 'business') throw error;
      return error.code !== null && isCode(error.code) && error.code !== codes.ok
        ? failure(error.code)
        : failure(codes.technicalIssue);
    }
  };

  const forward = async (
    { name, call, session }: Asked,
    given: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer<unknown>> => {
    const parsed = call.request.safeParse(given);
    if (!parsed.success) return wrongFields(wrongFieldsOf(parsed.error));
    const { status, body } = await deps.forward({
      name,
      text: envelopeText(deps.ucid, request.headers, parsed.data),
      token: session?.token ?? null,
      address: request.ip,
      // A session is closed though nobody waits to hear of it.
      signal: call.session === 'closes' ? undefined : whoeverAsks(reply.raw),
    });
    return checkAnswer(name, call, status, body);
  };

  /** What may go down of an answer, and what becomes of the session. */
  const settle = (
    asked: Asked,
    answer: Answer<unknown>,
  ): { answer: Answer<unknown>; cookies: readonly string[] } => {
    const { name, call, session } = asked;
    if (!answer.success)
      return { answer, cookies: answer.firstCode === codes.sessionExpired ? sessions.forget() : [] };
    if (call.session === 'opens') {
      const { userData, ...rest } = Opened.parse(answer.data);
      const { authToken: token, ...shown } = userData;
      const { username, avatarImage, currencyCode } = shown;
      return {
        answer: { ...answer, data: { ...rest, userData: shown } },
        cookies: sessions.keep({ token, username, avatarImage, currencyCode, openedAtMs: nowMs() }),
      };
    }
    const chosen = name === 'accounts/updateAvatar' && session ? AvatarChosen.safeParse(answer.data) : null;
    return {
      answer,
      cookies: session && chosen?.success ? sessions.keep({ ...session, ...chosen.data }) : [],
    };
  };

  const answerTo = async (asked: Asked, request: FastifyRequest, reply: FastifyReply) => {
    const body = Body.safeParse(request.body);
    if (!body.success) return { answer: wrongFields(wrongFieldsOf(body.error)), cookies: [] };
    const { data } = body.data;
    try {
      if (asked.call.read) return { answer: await read(asked, data, whoeverAsks(reply.raw)), cookies: [] };
      return settle(asked, await forward(asked, data, request, reply));
    } catch (error) {
      if (!(error instanceof UpstreamError) || !isQuiet(error))
        log.warn({ err: error, call: asked.name }, 'a call could not be answered');
      return { answer: failure(codes.technicalIssue), cookies: [] };
    }
  };

  return async (asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { name, call, session } = asked;
    if (call.who === 'player' && !session)
      return answers.refuse(reply, failure(codes.sessionExpired), { cookies: sessions.forget() });
    const { answer, cookies } = await answerTo(asked, request, reply);
    const text = JSON.stringify(answer);
    if (session && text.includes(session.token)) {
      log.error({ call: name }, 'the platform told a token that is not for browsers');
      return answers.refuse(reply, failure(codes.technicalIssue));
    }
    if (answer.success && cookies.length === 0 && call.session === undefined)
      return answers.send(reply, 200, text);
    const isTooMany = !answer.success && answer.firstCode === codes.tooManyTries;
    // Whatever became of it: this browser forgets. Storage stays, or the service worker would go with it.
    const closing = call.session === 'closes';
    return answers.send(reply, answer.success ? 200 : statusOf(answer.firstCode), text, {
      cookies: closing ? sessions.forget() : cookies,
      others: [
        ...(closing ? ['Clear-Site-Data', '"cookies"'] : []),
        ...(isTooMany ? retryAfter(rateWindowSeconds) : []),
      ],
    });
  };
}
