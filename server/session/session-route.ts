import type { FastifyInstance } from 'fastify';
import { calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Deps } from '../deps.ts';
import { answeredAs } from '../ops/request-context.ts';
import { failure, refuse } from '../proxy/answers.ts';
import { checkAnswer } from '../proxy/check-answer.ts';
import { envelopeText } from '../proxy/envelope-text.ts';
import { platformPrefix } from '../proxy/forward.ts';
import { whoeverAsks } from '../proxy/whoever-asks.ts';
import { platformHeaders } from '../upstream/platform-client.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';

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

/** A name without a balance now is better than both later. */
const balanceWithinMs = 1000;
const call = 'accounts/autoLogin';
const path = `${platformPrefix}/${call}`;

/**
 * GET {prefix}/session: who is here, out of the sealed cookie; asked by pages whose browser has `auth_user`, which is
 * cleared where it was wrong. The balance is the platform's, which also knows whether the session still is one.
 */
export function registerSession(api: FastifyInstance, deps: Deps): void {
  const { env, sessions, callRates, playerCalls, log } = deps;

  api.get('/session', async (request, reply) => {
    answeredAs('none', 'session');
    const retryAfterSeconds = await callRates.take('account', request.ip, null);
    if (retryAfterSeconds > 0) {
      answeredAs('refused', 'session');
      return refuse(reply, failure(codes.tooManyTries), { retryAfterSeconds });
    }
    const nobody = () => {
      if (sessions.areThere(request)) sessions.clear(reply);
      return { player: null };
    };
    const session = sessions.read(request);
    if (!session) return nobody();
    const { username, avatarImage, currencyCode } = session;
    const player: Player = { username, avatarImage, currencyCode };
    const text = envelopeText(env.platform.ucid, request.headers, {});
    try {
      const { status, body } = await playerCalls.send({
        method: 'POST',
        path,
        headers: () => ({
          'content-type': 'application/json',
          accept: 'application/json',
          'x-player-address': request.ip,
          authorization: `Bearer ${session.token}`,
          ...platformHeaders(env.platform, path, text, Date.now()),
        }),
        body: text,
        signal: AbortSignal.any([whoeverAsks(reply.raw), AbortSignal.timeout(balanceWithinMs)]),
        retry: false,
        label: call,
      });
      const answer = checkAnswer(call, calls[call], status, body);
      if (!answer.success)
        return answer.firstCode === codes.sessionExpired || answer.firstCode === codes.accountSuspended
          ? nobody()
          : { player };
      const { userData, depositPopupShow, minimumWalletAmount } = calls[call].response.parse(answer.data);
      // Changed in another browser.
      if (userData.avatarImage !== avatarImage)
        sessions.write(reply, { ...session, avatarImage: userData.avatarImage });
      return {
        player: {
          ...player,
          avatarImage: userData.avatarImage,
          totalBalance: userData.totalbalance,
          depositPopupShow,
          minimumWalletAmount,
        } satisfies Player,
      };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug({ err: error }, 'a player is shown without a balance');
      return { player };
    }
  });
}
