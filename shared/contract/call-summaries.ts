import type { CallName } from './calls.ts';

/** What each call is for, in one sentence. */
export const callSummaries: Readonly<Record<CallName, string>> = {
  result: 'Published results: the newest of each game, those of a range of days, or one draw.',
  upcomingDraw: 'The next draw of each game, soonest first.',
  gameList: 'The games with their prices, schedules and prize tiers.',
  winners: 'Wins that may be shown, and what was paid so far.',
  'draws/verify':
    'All that anyone needs to repeat a draw: commitment, seed, tickets root, function and parameters.',
  'accounts/signup': 'Opens an account and its first session; with a country it is the full form.',
  'accounts/login': 'Opens a session by username and password.',
  authenticate: 'The login of API clients; the same as accounts/login.',
  'accounts/autoLogin': 'Who the session belongs to.',
  'accounts/logout': 'Ends the session: its token opens nothing any more.',
  'accounts/checkUserDetails': 'Whether a username, an e-mail address or a mobile number is still free.',
  'accounts/validateUserName': 'Whether a username is still free.',
  'accounts/validateEmail': 'Whether an e-mail address is still free.',
  'accounts/validateMobileNo': 'Whether a mobile number is still free.',
  'accounts/sendOtp':
    'Sends a one-time password that sets a new password; the answer is the same where there is no account.',
  'accounts/resendOtp': 'Sends another one; the same as accounts/sendOtp.',
  'accounts/sendEmailOtp': 'Sends a one-time password to the player’s own e-mail address.',
  'accounts/smsMobileOtp': 'Sends a one-time password to the player’s own mobile.',
  'accounts/verifyOtp':
    'Whether the one-time password for a new password is right; it stays good for setting one.',
  'accounts/verifyOtp/signup':
    'Shows by a one-time password that e-mail address or mobile is the player’s own.',
  'accounts/verifyEmailOtp': 'Shows by a one-time password that the e-mail address is the player’s own.',
  'accounts/changeForgotPassword':
    'Sets a new password by a one-time password, and ends every session of the account.',
  'accounts/confirmPassword': 'The same as accounts/changeForgotPassword.',
  'accounts/getUserProfile': 'The player’s profile.',
  'accounts/updateUserDetails': 'Changes what the player may change of it; what is left out stays.',
  'accounts/getAvatarList': 'The pictures that there are to choose from.',
  'accounts/updateAvatar': 'Chooses one of them.',
  'accounts/getCountryStateList': 'Countries with their currencies, and their states.',
  wallet: 'What the player has, in all its parts.',
  'cashier/getWalletDetails': 'The same as wallet.',
  'cashier/getPaymentProvider': 'The ways to pay in and to be paid out, with their limits.',
  'cashier/deposit': 'Prepares a payment and answers the page where the player pays; no money has moved yet.',
  'cashier/withdraw': 'Asks for a payment to the player; the money is held until an operator decides.',
  'tickets/buy': 'Buys lines of one draw, paid from the wallet, and answers a receipt.',
  'campaign/getSignupBonusCalculations':
    'What a promo or referral code gives to somebody who signs up with it now.',
  'campaign/getBonuses': 'The player’s bonuses, and what is still to be staked for them.',
  'transaction/rafUserSummary':
    'The player’s own referral code, the friends it brought, and what they earned.',
  'transaction/referAFriend': 'Sends an invitation to friends; the answer does not say who has an account.',
  'transaction/stopInvitations':
    'Takes an address off all further invitations, by the token of the mail’s link.',
  'transaction/transactionSummary':
    'Every movement of the player’s money, newest first, with the balances after it.',
  'transaction/purchaseSummary': 'What the player bought, newest first, and what became of it.',
  'transaction/gameHistorySummary':
    'The draws that the player took part in, with each line and what it matched.',
  'transaction/withdrawSummary': 'The player’s withdrawals and their sums over a range of days.',
  'transaction/depositSummary': 'The player’s payments and their sums over a range of days.',
  'transaction/getPlayerStatistics': 'Sums of play and of payments, by game and by month.',
  'common-search': 'Finds games, results, promotions, posts and pages by words or their beginnings.',
  'notifications/list': 'What the player was told, newest first.',
  'notifications/delete': 'Takes one of them away for good.',
  'claims/sendOtp': 'Sends a one-time password to the mobile that a receipt was bought with.',
  'claims/status': 'How a receipt stands, for who has its mobile.',
  'support/challenge': 'A captcha to be solved before a form is sent: a proof of work as ALTCHA has it.',
  'support/contact': 'A message to the operator.',
  'support/scheduleDemo': 'Asks for a demonstration.',
  'games/listfolders': 'The games’ pages, as a list.',
  'download/games': 'Rules and prizes of the games as text files.',
  'news-and-trends': 'The posts of the blog, page by page, newest first, also of one month.',
  'recent-news-and-trends': 'The newest posts.',
  monthwisepostscount: 'How many posts each month has.',
};
