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
  /** The player's IP address as sent by the site (`x-player-address`). For limits only; never stored with an account. */
  address: string;
  channel: 1 | 2;
}
