import type { DeviceNames } from '../../shared/contract/envelope.ts';

/** A registered player with an open session. */
export interface Player {
  /** A UUID. */
  accountId: string;
  username: string;
  /** ISO 4217 code. The currency of an account never changes. */
  currencyCode: string;
  /** Language of mails to the player. It is one of the site's languages. */
  language: string;
  /** Status of the account. It is never `excluded`, because excluded players have no session. */
  status: 'active' | 'suspended';
}

/** The sender of an API call: a player or a visitor. */
export interface Caller {
  /** The player, or null for a visitor and for a token whose session has ended. */
  player: Player | null;
  /** SHA-256 of the bearer token, in hexadecimal. Null if the request has no token. */
  tokenHash: string | null;
  /**
   * Key for rate limits, made from the client's IP address (shared/domain/client-address.ts). The site sends the
   * address as `x-player-address`. The key is never stored with an account.
   */
  addressKey: string;
  channel: 1 | 2;
  /** Names of the client's browser and operating system. Null if the request does not contain them. */
  device: DeviceNames | null;
}
