import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { CurrencyCode, GivenPassword, GivenUsername } from './fields.ts';
import { AmountMinor } from './values.ts';

/**
 * The player of a new session. The site encrypts `authToken` into the session cookie, so that browsers never receive
 * the plain token.
 */
export const UserData = z.object({
  authToken: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  username: z.string().max(32),
  currencyCode: CurrencyCode,
  totalbalance: AmountMinor,
  useremail: z.string().max(254).nullable(),
  avatarImage: z.string().max(200),
});
/** Fields about a player that the site needs at each login and on each page, in addition to `userData`. */
const playerNow = {
  /** True if the balance is below `minimumWalletAmount`. The site then asks for a deposit. */
  depositPopupShow: z.boolean(),
  minimumWalletAmount: AmountMinor,
  notificationCount: z.int().nonnegative().default(0).describe('Unread notifications of all tabs.'),
};
export const SessionOpened = z.object({ userData: UserData, ...playerNow });
export type SessionOpened = z.infer<typeof SessionOpened>;

export const LoginRequest = z.strictObject({
  type: z.literal(2),
  username: GivenUsername,
  password: GivenPassword,
});

/** The player in the examples of the calls. */
const asha = {
  username: 'asha42',
  currencyCode: 'INR',
  totalbalance: 0,
  useremail: 'asha42@mail.example',
  avatarImage: 'avatar-01',
};
/** Fields that the example answers contain in addition to the player. */
const firstSession = { depositPopupShow: true, minimumWalletAmount: 10000, notificationCount: 1 };

const player = { who: 'player', read: false, rate: 'account', codes: [] } as const;
const login = {
  who: 'visitor',
  read: false,
  rate: 'login',
  codes: [codes.loginWrong, codes.accountLocked, codes.accountSuspended, codes.accountExcluded],
  session: 'opens',
  request: LoginRequest,
  response: SessionOpened,
  example: {
    request: { type: 2, username: asha.username, password: 'Kite-river-42' },
    response: {
      userData: { authToken: 'mD0p1sYk3hJ5vC8xZ2bN7qW4eR6tU9iO1aS3dF5gH7j', ...asha },
      ...firstSession,
    },
  },
} as const;
export const loginCalls = {
  'accounts/login': declareCall({
    summary: 'Opens a session by username and password.',
    ...login,
  }),
  authenticate: declareCall({
    summary: 'The login of API clients; the same as accounts/login.',
    ...login,
  }),
  'accounts/autoLogin': declareCall({
    summary: 'The player of the session.',
    ...player,
    codes: [codes.accountSuspended],
    session: 'renews',
    request: z.strictObject({}),
    response: z.object({
      userData: UserData.omit({ authToken: true }),
      ...playerNow,
    }),
    example: {
      request: {},
      response: { userData: { ...asha, avatarImage: 'avatar-10' }, ...firstSession },
    },
  }),
  'accounts/logout': declareCall({
    summary: 'Ends the session and invalidates its token.',
    ...player,
    session: 'closes',
    request: z.strictObject({}),
    response: z.object({}),
    example: { request: {}, response: {} },
  }),
};
