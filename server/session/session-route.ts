import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Deps } from '../deps.ts';
import { type Answers, failure, retryAfter } from '../proxy/answers.ts';
import { checkAnswer } from '../proxy/check-answer.ts';
import { envelopeText } from '../proxy/envelope-text.ts';
import type { Forward } from '../proxy/forward.ts';
import { whoeverAsks } from '../proxy/whoever-asks.ts';
import { answeredAs } from '../trace/request-context.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import type { Session } from './sealer.ts';

/** Who a page shows beside what is the same for everyone. */
export interface Player {
  username: string;
  avatarImage: string;
  /** ISO 4217. */
  currencyCode: string;
  /** Minor units; not there where the platform did not say it in time. */
  totalBalance?: number;
  /** The player is asked to deposit: the wallet holds less than `minimumWalletAmount`. */
  depositPopupShow?: boolean;
  minimumWalletAmount?: number;
}

interface Found {
  player: Player | null;
  cookies?: readonly string[];
}

/** The session is none any more. */
const isOver = new Set<string>([codes.sessionExpired, codes.accountSuspended]);
/** A name without a balance now is better than both later. */
const balanceWithinMs = 1000;
const call = 'accounts/autoLogin';

/**
 * GET {prefix}/session: who is here, out of the sealed cookie; asked by pages whose browser has `auth_user`, which is
 * cleared where it was wrong. The balance is the platform's, which also knows whether the session still is one.
 */
export function registerSession(api: FastifyInstance, deps: Deps, answers: Answers, forward: Forward): void {
  const { env, sessions, callRates, log } = deps;

  /** What the platform says of a session, if it does in time. @throws UpstreamError */
  const askPlatform = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const text = envelopeText(env.platform.ucid, request.headers, {});
    const signal = AbortSignal.any([whoeverAsks(reply.raw), AbortSignal.timeout(balanceWithinMs)]);
    const { status, body } = await forward({ name: call, text, token, address: request.ip, signal });
    return checkAnswer(call, calls[call], status, body);
  };

  const playerOf = async (request: FastifyRequest, reply: FastifyReply, session: Session): Promise<Found> => {
    const { username, avatarImage, currencyCode } = session;
    const player: Player = { username, avatarImage, currencyCode };
    try {
      const answer = await askPlatform(request, reply, session.token);
      if (!answer.success) return { player: isOver.has(answer.firstCode) ? null : player };
      const { userData, depositPopupShow, minimumWalletAmount } = calls[call].response.parse(answer.data);
      const { avatarImage: shown, totalbalance: totalBalance } = userData;
      return {
        player: { ...player, avatarImage: shown, totalBalance, depositPopupShow, minimumWalletAmount },
        // Changed in another browser.
        ...(shown === avatarImage ? {} : { cookies: sessions.keep({ ...session, avatarImage: shown }) }),
      };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug({ err: error }, 'a player is shown without a balance');
      return { player };
    }
  };

  api.get('/session', async (request, reply) => {
    answeredAs('none', 'session');
    const waitSeconds = await callRates.take('account', request.ip, null);
    if (waitSeconds > 0) {
      answeredAs('refused', 'session');
      return answers.refuse(reply, failure(codes.tooManyTries), { others: retryAfter(waitSeconds) });
    }
    const session = sessions.read(request.headers);
    const { player, cookies = [] } = session ? await playerOf(request, reply, session) : { player: null };
    const isStale = player === null && sessions.areThere(request.headers);
    return answers.send(reply, 200, JSON.stringify({ player }), {
      cookies: isStale ? sessions.forget() : cookies,
    });
  });
}
