import type { Code } from './codes.ts';

/** The meaning of each code, for developers. The locale files contain the texts for players. */
export const codeMeanings: Readonly<Record<Code, string>> = {
  '10000': 'Success: `data` holds the answer.',
  '10400': 'A field is missing, unknown or wrong: `data.fields` names each with the key of its message.',
  '10404': 'The call does not exist.',
  '10496': 'The username is taken.',
  '10497': 'The e-mail address belongs to another account.',
  '10498': 'The mobile number belongs to another account.',
  '10510': 'The one-time password is wrong, used or expired.',
  '10511': 'The link is unknown, used or expired.',
  '10520': 'The promo code is unknown.',
  '10521': 'The promo code is expired, not valid yet, or used up.',
  '10522': 'The promo code is not for this currency.',
  '10601': 'The balance of the wallet is too low.',
  '10602': 'The amount, or the number of lines, is below or above a limit.',
  '10603': 'Sales for the draw are closed.',
  '10604': 'The player is not allowed to do this: suspended, or excluded from play.',
  '10605': 'Neither the e-mail address nor the mobile number is verified yet.',
  '10606': 'The player’s identity has not been approved yet.',
  '10607': 'The game and the player’s account have different currencies.',
  '10608': 'The ticket is already sold.',
  '10609': 'Ticket sales are switched off.',
  '10610':
    'A limit of the player would be exceeded: `data` has its `kind`, `period` and `limit`, what is `left`, and `endsAt`.',
  '10611': 'The player’s time-out is running: `data.endsAt` is its end.',
  '10612': 'The price of a line differs from `expectedPrice`; nothing was sold.',
  '10613':
    'Only the site answers this: the page made the request for a player who is no longer logged in. The platform has not received it.',
  '10614':
    'The payment provider did not answer; no money was moved. Repeat the call under the same `idempotencyKey`.',
  '10615':
    'The change of the limit has not waited 24 hours: `data.endsAt` is the time from which it can be confirmed.',
  '10700': 'No receipt with this number was bought with this mobile number.',
  '10710': 'The draw does not exist.',
  '10711': 'The item does not exist, or belongs to another player.',
  '15101': 'The api key, hash or signature is wrong.',
  '15107': 'There is no session, or it has expired: the player has to log in.',
  '15111': 'The username or the password is wrong; the answer does not reveal whether the account exists.',
  '15113': 'Too many wrong passwords: logins to this account from this address are locked for a while.',
  '15114': 'The account is suspended; revealed only after the correct password.',
  '15115': 'The captcha is unsolved, expired, or was used before.',
  '15116':
    'The player is excluded from play; revealed only after the correct password. `data.endsAt` is the end, or null.',
  '15429': 'Too many attempts: retry later.',
  '15500':
    'A technical failure: the call may have been carried out, or not. Repeat a call with an `idempotencyKey` under the same key.',
};
