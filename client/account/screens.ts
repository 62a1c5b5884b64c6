import type { AccountRouteName } from '../../shared/pages/account-routes.ts';
import { chunk } from '../chunk.ts';
import type { Screen } from './screen.ts';

/** The screens of all routes. Each screen is loaded when its route is opened. */
export const screens: Readonly<Record<AccountRouteName, () => Promise<Screen>>> = {
  profile: chunk(
    () => import('./profile/ProfilePage.tsx'),
    (module) => module.profileScreen,
  ),
  profileEdit: chunk(
    () => import('./profile/ProfileEditPage.tsx'),
    (module) => module.profileEditScreen,
  ),
  avatar: chunk(
    () => import('./profile/AvatarPage.tsx'),
    (module) => module.avatarScreen,
  ),
  changeEmail: chunk(
    () => import('./profile/contact-pages.tsx'),
    (module) => module.changeEmailScreen,
  ),
  changeMobile: chunk(
    () => import('./profile/contact-pages.tsx'),
    (module) => module.changeMobileScreen,
  ),
  verifyEmail: chunk(
    () => import('./profile/contact-pages.tsx'),
    (module) => module.verifyEmailScreen,
  ),
  verifyMobile: chunk(
    () => import('./profile/contact-pages.tsx'),
    (module) => module.verifyMobileScreen,
  ),
  balances: chunk(
    () => import('./balances/BalancesPage.tsx'),
    (module) => module.balancesScreen,
  ),
  bonus: chunk(
    () => import('./bonus/BonusPage.tsx'),
    (module) => module.bonusScreen,
  ),
  deposit: chunk(
    () => import('./cashier/DepositPage.tsx'),
    (module) => module.depositScreen,
  ),
  withdraw: chunk(
    () => import('./cashier/WithdrawPage.tsx'),
    (module) => module.withdrawScreen,
  ),
  identity: chunk(
    () => import('./cashier/IdentityPage.tsx'),
    (module) => module.identityScreen,
  ),
  destinations: chunk(
    () => import('./cashier/DestinationsPage.tsx'),
    (module) => module.destinationsScreen,
  ),
  removeDestination: chunk(
    () => import('./cashier/DestinationsPage.tsx'),
    (module) => module.removeDestinationScreen,
  ),
  transactions: chunk(
    () => import('./list/transactions.ts'),
    (module) => module.transactionsScreen,
  ),
  tickets: chunk(
    () => import('./list/tickets.ts'),
    (module) => module.ticketsScreen,
  ),
  play: chunk(
    () => import('./play/PlayPage.tsx'),
    (module) => module.playScreen,
  ),
  playedGames: chunk(
    () => import('./list/played-games.ts'),
    (module) => module.playedGamesScreen,
  ),
  deposits: chunk(
    () => import('./list/payments.ts'),
    (module) => module.depositsScreen,
  ),
  withdrawals: chunk(
    () => import('./list/payments.ts'),
    (module) => module.withdrawalsScreen,
  ),
  playerStatistics: chunk(
    () => import('./statistics/StatisticsPage.tsx'),
    (module) => module.statisticsScreen,
  ),
  notifications: chunk(
    () => import('./notifications/NotificationsPage.tsx'),
    (module) => module.notificationsScreen,
  ),
  limits: chunk(
    () => import('./limits/LimitsPage.tsx'),
    (module) => module.limitsScreen,
  ),
  limitSet: chunk(
    () => import('./limits/change-pages.tsx'),
    (module) => module.limitSetScreen,
  ),
  limitRemove: chunk(
    () => import('./limits/change-pages.tsx'),
    (module) => module.limitRemoveScreen,
  ),
  limitConfirm: chunk(
    () => import('./limits/change-pages.tsx'),
    (module) => module.limitConfirmScreen,
  ),
  timeOut: chunk(
    () => import('./limits/break-pages.tsx'),
    (module) => module.timeOutScreen,
  ),
  exclude: chunk(
    () => import('./limits/break-pages.tsx'),
    (module) => module.excludeScreen,
  ),
  security: chunk(
    () => import('./security/SecurityPage.tsx'),
    (module) => module.securityScreen,
  ),
  securityPassword: chunk(
    () => import('./security/SecurityPage.tsx'),
    (module) => module.passwordScreen,
  ),
  referral: chunk(
    () => import('./referral/ReferralPage.tsx'),
    (module) => module.referralScreen,
  ),
  loyaltyShop: chunk(
    () => import('./loyalty/ShopPage.tsx'),
    (module) => module.loyaltyShopScreen,
  ),
  loyaltyExchange: chunk(
    () => import('./loyalty/ExchangePage.tsx'),
    (module) => module.loyaltyExchangeScreen,
  ),
};
