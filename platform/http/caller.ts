/** A registered player with an open session. */
export interface Player {
  /** UUID. */
  accountId: string;
  username: string;
  /** ISO 4217. The currency of an account never changes. */
  currencyCode: string;
  /** Language of mails to the player: one that the site ships. */
  language: string;
  status: 'active' | 'suspended' | 'excluded';
}

/** The caller of one call. */
export interface Caller {
  /** Null for a visitor and for a token of an ended session. */
  player: Player | null;
  /** SHA-256 of the bearer token, as hex. Null without a token. */
  tokenHash: string | null;
  /**
   * The key by which limits count the player's IP address, which the site sends as `x-player-address`
   * (shared/domain/client-address.ts). Never stored with an account.
   */
  addressKey: string;
  channel: 1 | 2;
}
