import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { DeviceName } from './envelope.ts';
import { GivenPassword, NewPassword } from './fields.ts';
import { Instant } from './values.ts';

/** Id of a session in the player's list of sessions. The id is not a credential: it cannot authenticate a call. */
export const SessionId = z.string('field.wrong').regex(/^[0-9a-f]{32}$/, 'field.wrong');

export const OpenSession = z.object({
  sessionId: SessionId,
  /** Name of the browser that opened the session; null if it is unknown. */
  browser: DeviceName.nullable(),
  /** Name of the operating system on which the browser runs; null if it is unknown. */
  system: DeviceName.nullable(),
  createdAt: Instant,
  lastUsedAt: Instant.describe('The last use of the session, up to a minute late.'),
  /** True for the session with which this call was made. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** Maximum number of sessions in a list. */
export const mostSessions = 50;
export const SessionList = z.object({ sessions: z.array(OpenSession).max(mostSessions) });
export type SessionList = z.infer<typeof SessionList>;

export const EndSessionRequest = z.strictObject({
  sessionId: z
    .union([SessionId, z.literal('others')], 'field.wrong')
    .describe('A `sessionId` of `accounts/listSessions`, or `others` for all sessions except this one.'),
});

const player = { who: 'player', read: false, rate: 'account' } as const;

export const securityCalls = {
  'accounts/changePassword': declareCall({
    summary: 'Replaces the password, ends all other sessions and notifies the player.',
    who: 'player',
    read: false,
    rate: 'login',
    codes: [codes.loginWrong, codes.accountLocked],
    request: z.strictObject({
      password: GivenPassword.describe('The current password.'),
      newPassword: NewPassword,
    }),
    response: z.object({}),
    example: { request: { password: 'Kite-river-42', newPassword: 'Lamp-garden-73' }, response: {} },
  }),
  'accounts/listSessions': declareCall({
    summary: 'The open sessions of the player: the current one first, then the last used ones.',
    ...player,
    codes: [],
    request: z.strictObject({}),
    response: SessionList,
    example: {
      request: {},
      response: {
        sessions: [
          {
            sessionId: '4d1f0c2b9a8e7f6d5c4b3a2918070605',
            browser: 'Chrome',
            system: 'Android',
            createdAt: '2026-11-22T08:00:00.000Z',
            lastUsedAt: '2026-11-22T08:31:00.000Z',
            current: true,
          },
          {
            sessionId: '9b8a7c6d5e4f30211203f4e5d6c7a8b9',
            browser: null,
            system: null,
            createdAt: '2026-11-21T19:12:00.000Z',
            lastUsedAt: '2026-11-21T20:02:00.000Z',
            current: false,
          },
        ],
      },
    },
  }),
  'accounts/endSession': declareCall({
    summary: 'Ends one session of the player, or all except the current one.',
    ...player,
    codes: [codes.notFound],
    session: 'may end',
    request: EndSessionRequest,
    response: z.object({
      ended: z.int().nonnegative().describe('How many sessions the call ended.'),
      endedCurrent: z
        .boolean()
        .describe('True if the call ended its own session. The site then deletes the session cookies.'),
    }),
    example: { request: { sessionId: 'others' }, response: { ended: 1, endedCurrent: false } },
  }),
};
