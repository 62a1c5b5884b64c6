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
  status: 'active' | 'suspended' | 'excluded';
}

/** The sender of a call: a player or a visitor. */
export interface Caller {
  /** The player. Null for a visitor and for a token whose session has ended. */
  player: Player | null;
  /** SHA-256 of the bearer token, as hex. Null without a token. */
  tokenHash: string | null;
  /**
   * Key of the client's IP address, for rate limits (shared/domain/client-address.ts). The site sends it as
   * `x-player-address`. It is never stored with an account.
   */
  addressKey: string;
  channel: 1 | 2;
  /** Names of browser and system. Null if the client sends none. */
  device: DeviceNames | null;
}
