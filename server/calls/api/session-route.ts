import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '../../../shared/contract/calls.ts';
import { codes } from '../../../shared/contract/codes.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../session/sealer.ts';
import { answeredAs } from '../../trace/request-context.ts';
import { clientGoneSignal } from '../client-gone-signal.ts';
import { deviceOf } from '../device.ts';
import type { Answers } from './answers.ts';

/** The player as every page shows them. */
export interface Player {
  username: string;
  avatarImage: string;
  /** ISO 4217. */
  currencyCode: string;
  /** Minor units; absent where the platform did not answer in time. */
  totalBalance?: number;
  /** The wallet holds less than `minimumWalletAmount`, so the site asks the player to deposit. */
  depositPopupShow?: boolean;
  minimumWalletAmount?: number;
}

interface Found {
  player: Player | null;
  cookies: readonly string[];
}

/** Answers after which the session no longer exists. */
const sessionEnding = new Set<string>([codes.sessionExpired, codes.accountSuspended]);
/** A name without a balance soon is better than both late. */
const balanceLimitMs = 1000;
const name = 'accounts/autoLogin';

/**
 * GET {prefix}/session: the player of the sealed cookie, or null. Pages request it where the browser has `auth_user`,
 * and null clears that cookie. The platform adds the balance, and knows whether the session still exists.
 */
export function registerSession(api: FastifyInstance, deps: Deps, answers: Answers): void {
  const { sessions } = deps;
  const { admit, makeAdmitted } = deps.calls;

  const findPlayer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
  ): Promise<Found> => {
    const { username, avatarImage, currencyCode } = session;
    const player: Player = { username, avatarImage, currencyCode };
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
    if (!answer.success) return { player: sessionEnding.has(answer.firstCode) ? null : player, cookies };
    const { userData, depositPopupShow, minimumWalletAmount } = answer.data;
    const { avatarImage: newest, totalbalance: totalBalance } = userData;
    return {
      player: { ...player, avatarImage: newest, totalBalance, depositPopupShow, minimumWalletAmount },
      cookies,
    };
  };

  api.get('/session', async (request, reply) => {
    answeredAs('none', 'session');
    // Limited by address only, because every page of a logged-in player requests it, in each of their tabs.
    const overLimit = await admit(calls[name].rate, { session: null, address: request.ip });
    if (overLimit) {
      answeredAs('refused', 'session');
      return answers.sendOutcome(reply, overLimit);
    }
    const session = sessions.read(request.headers);
    const found = session ? await findPlayer(request, reply, session) : { player: null, cookies: [] };
    const isStale = found.player === null && sessions.areThere(request.headers);
    return answers.send(reply, 200, JSON.stringify({ player: found.player }), {
      cookies: isStale ? sessions.forget() : found.cookies,
    });
  });
}
