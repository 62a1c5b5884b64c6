import { namesOf } from '../names-of.ts';

/**
 * Creates the entry of a route in `resources`. The query parameter `whole` requests the page without streaming, for
 * browsers without script.
 */
const route = (path: `/${string}`, query: Readonly<Record<string, number>> = {}) => ({
  type: 'document' as const,
  path,
  query: { ...query, whole: 1 },
  kept: false as const,
  who: 'player' as const,
  sitemap: null,
  data: null,
  metrics: 'account' as const,
});

/** Creates the entry of a screen that belongs to another screen and is not listed in the navigation. */
const routeWithin = <Above extends string>(
  within: Above,
  path: `/${string}`,
  query: Readonly<Record<string, number>> = {},
) => ({ ...route(path, query), within });

/** Query parameters of every list that shows a range of days, with the maximum length of each value. */
const range = { from: 10, to: 10, cursor: 300 };
/** Query parameters that name one limit. */
const limitQuery = { kind: 8, period: 8 };

/**
 * All routes of the account area, in the order of its navigation. To add a route, add an entry here, a screen in
 * client/account/screens.ts, and a title `account.page.<name>` in config/locale/.
 */
export const accountRoutes = {
  profile: route('/my-accounts', { source: 16 }),
  profileEdit: routeWithin('profile', '/my-accounts/edit'),
  avatar: routeWithin('profile', '/my-accounts/avatar'),
  changeEmail: routeWithin('profile', '/my-accounts/email'),
  changeMobile: routeWithin('profile', '/my-accounts/mobile'),
  verifyEmail: routeWithin('profile', '/my-accounts/verify-email'),
  verifyMobile: routeWithin('profile', '/my-accounts/verify-mobile'),
  balances: route('/my-accounts/balances'),
  bonus: route('/bonus'),
  deposit: route('/deposit', { payment: 36, amount: 20 }),
  withdraw: route('/my-accounts/withdraw'),
  identity: routeWithin('withdraw', '/my-accounts/identity'),
  destinations: routeWithin('withdraw', '/my-accounts/destinations'),
  removeDestination: routeWithin('withdraw', '/my-accounts/destinations/remove'),
  loyaltyShop: route('/loyalty-shop', { receipt: 64 }),
  loyaltyExchange: routeWithin('loyaltyShop', '/loyalty-shop/exchange', { reward: 32 }),
  referral: route('/my-accounts/refer', { cursor: 100 }),
  transactions: route('/my-accounts/transactions', { ...range, kind: 32 }),
  tickets: route('/my-accounts/tickets', { ...range, gameId: 32, outcome: 16 }),
  play: routeWithin('tickets', '/my-accounts/play', { game: 32, pick: 2 }),
  playedGames: route('/my-accounts/games', { ...range, gameId: 32 }),
  deposits: route('/my-accounts/deposits', { ...range, status: 16 }),
  withdrawals: route('/my-accounts/withdrawals', { ...range, state: 16 }),
  playerStatistics: route('/my-accounts/statistics'),
  notifications: route('/my-accounts/notifications', { tab: 16, cursor: 100 }),
  limits: route('/my-accounts/limits'),
  limitSet: routeWithin('limits', '/my-accounts/limits/set', limitQuery),
  limitRemove: routeWithin('limits', '/my-accounts/limits/remove', limitQuery),
  limitConfirm: routeWithin('limits', '/my-accounts/limits/confirm', { limit: 36 }),
  timeOut: routeWithin('limits', '/my-accounts/limits/time-out'),
  exclude: routeWithin('limits', '/my-accounts/limits/exclude'),
  security: route('/my-accounts/security'),
  securityPassword: routeWithin('security', '/my-accounts/security/password'),
};

export type AccountRouteName = keyof typeof accountRoutes;

export const accountRouteNames: readonly AccountRouteName[] = namesOf(accountRoutes);

/** Returns the screen to which a screen belongs, or null for a screen with an entry in the navigation. */
export function screenAbove(name: AccountRouteName): AccountRouteName | null {
  const entry = accountRoutes[name];
  return 'within' in entry ? entry.within : null;
}

/** Returns the screen with this path, or null if the account area has none. The path has no language. */
export function screenAt(path: string): AccountRouteName | null {
  return accountRouteNames.find((name) => accountRoutes[name].path === path) ?? null;
}

/**
 * Returns those query parameters of a route that are declared and have a value, except `whole`. The screen's calls and
 * links use only these parameters.
 */
export function screenQuery(
  name: AccountRouteName,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const parameter of Object.keys(accountRoutes[name].query)) {
    const value = given[parameter];
    if (value && parameter !== 'whole') query[parameter] = value;
  }
  return query;
}
