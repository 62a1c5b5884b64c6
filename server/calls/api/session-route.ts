import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '../../../shared/contract/calls.ts';
import { endsSession } from '../../../shared/contract/codes.ts';
import type { SessionAnswer, SessionPlayer } from '../../../shared/session-player.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../session/sealer.ts';
import { answeredAs } from '../../trace/request-context.ts';
import { clientGoneSignal } from '../client-gone-signal.ts';
import { deviceOf } from '../device.ts';
import type { Answers } from './answers.ts';

interface Found extends SessionAnswer {
  cookies: readonly string[];
}

/**
 * The longest time in ms that the answer waits for the player's balance from the platform. After this time, the answer
 * contains the player's name without the balance, so that the page need not wait longer.
 */
const balanceLimitMs = 1000;
const name = 'accounts/autoLogin';

/**
 * Serves GET {prefix}/session: the player of the session cookie, or null. The balance comes from the platform, which
 * returns an error if the session no longer exists. Pages send this request only if the browser has the cookie
 * `auth_user`. If there is no player, the response deletes the session cookies.
 */
export function registerSession(api: FastifyInstance, deps: Deps, answers: Answers): void {
  const { sessions, clock, config } = deps;
  const { admit, makeAdmitted } = deps.calls;

  const findPlayer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
  ): Promise<Found> => {
    const { username, avatarImage, currencyCode, openedAtMs } = session;
    const player: SessionPlayer = {
      username,
      avatarImage,
      currencyCode,
      session: {
        openedAt: new Date(openedAtMs).toISOString(),
        seconds: Math.max(0, Math.floor((clock.now().getTime() - openedAtMs) / 1000)),
        realityCheckSeconds: config.setup.realityCheckMinutes * 60,
      },
    };
    const { answer, cookies } = await makeAdmitted(
      name,
      {},
      {
        session,
        address: request.ip,
        device: deviceOf(request.headers),
        signal: AbortSignal.any([clientGoneSignal(reply.raw), AbortSignal.timeout(balanceLimitMs)]),
      },
    );
    if (!answer.success) return { player: endsSession(answer.firstCode) ? null : player, cookies };
    const { userData, ...playerNow } = answer.data;
    const { avatarImage: newest, totalbalance: totalBalance } = userData;
    return {
      player: { ...player, avatarImage: newest, totalBalance, ...playerNow },
      cookies,
    };
  };

  api.get('/session', async (request, reply) => {
    answeredAs('none', 'session');
    // Limit requests by address only. A limit for each player would be too low, because every open tab sends this
    // request with each page.
    const overLimit = await admit(calls[name].rate, { session: null, address: request.ip });
    if (overLimit) {
      answeredAs('refused', 'session');
      return answers.sendOutcome(reply, overLimit);
    }
    const session = sessions.read(request.headers);
    const found = session ? await findPlayer(request, reply, session) : { player: null, cookies: [] };
    const body: SessionAnswer = { player: found.player };
    return answers.send(reply, 200, JSON.stringify(body), {
      cookies: found.player === null ? sessions.forgetSent(request.headers) : found.cookies,
    });
  });
}
