import { z } from 'zod';
import type { Call } from '../../shared/contract/call.ts';
import { type CallName, calls } from '../../shared/contract/calls.ts';
import { endsSession } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import type { Session } from '../session/sealer.ts';
import type { SessionCookies } from '../session/session-cookies.ts';

/**
 * Checks the fields that are encrypted in the session cookie after a login or signup. The schema of the call has
 * already checked all other fields of the answer.
 */
const SessionOpened = z.looseObject({
  userData: z.looseObject({
    authToken: z.string().min(1),
    username: z.string(),
    avatarImage: z.string(),
    currencyCode: z.string(),
  }),
});
const OwnSessionEnded = z.object({ endedCurrent: z.literal(true) });
const WithAvatar = z.object({ avatarImage: z.string() });
const AvatarShown = z.union([
  WithAvatar,
  z.object({ userData: WithAvatar }).transform(({ userData }) => userData),
]);

export interface SettledCall {
  /** The platform's answer. If the call has opened a session, the answer does not contain the session's token. */
  answer: Answer<unknown>;
  /** Set-Cookie header lines. */
  cookies: readonly string[];
}

const noCookies: readonly string[] = [];

/**
 * Sets, renews or deletes the session cookie, according to the platform's answer.
 * @param session null for a visitor
 * @throws ZodError if a call that opens a session returns no token
 */
export function settleSession(
  cookies: SessionCookies,
  name: CallName,
  session: Session | null,
  answer: Answer<unknown>,
  nowMs: number,
): SettledCall {
  const call: Call = calls[name];
  if (!answer.success) {
    // A rejected login does not end the session that the browser may have.
    if (call.session === 'opens' || !endsSession(answer.firstCode)) return { answer, cookies: noCookies };
    return { answer, cookies: session ? cookies.forgetEnded(session) : cookies.forget() };
  }
  if (call.session === 'opens') {
    if (session) cookies.noteReplaced(session);
    const { userData, ...rest } = SessionOpened.parse(answer.data);
    const { authToken: token, ...shown } = userData;
    const { username, avatarImage, currencyCode } = shown;
    return {
      answer: { ...answer, data: { ...rest, userData: shown } },
      cookies: [
        ...cookies.keep({ token, username, avatarImage, currencyCode, openedAtMs: nowMs }),
        cookies.forgetCampaign(),
      ],
    };
  }
  const hasEnded =
    call.session === 'ends' || (call.session === 'may end' && OwnSessionEnded.safeParse(answer.data).success);
  if (hasEnded) return { answer, cookies: cookies.forget() };
  if (call.session !== 'renews' || !session) return { answer, cookies: noCookies };
  // If the player has changed the avatar in another browser, this browser's session cookie still contains the old
  // avatar.
  const { avatarImage = session.avatarImage } = AvatarShown.safeParse(answer.data).data ?? {};
  const isRenewed = avatarImage !== session.avatarImage;
  return { answer, cookies: isRenewed ? cookies.keep({ ...session, avatarImage }) : noCookies };
}
