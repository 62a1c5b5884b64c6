/** A registered player whose session is open. */
export interface Player {
  /** UUID. */
  accountId: string;
  username: string;
  /** ISO 4217: an account has one currency for its whole life. */
  currencyCode: string;
  /** Of mails to the player: a language that the site ships. */
  language: string;
  status: 'active' | 'suspended' | 'excluded';
}

/** Who makes a call. */
export interface Caller {
  /** Null: a visitor, or a token that opens nothing any more. */
  player: Player | null;
  /** SHA-256 of the bearer token that came, as hex; null where none came. */
  tokenHash: string | null;
  /** Of the player, as the site says (`x-player-address`); for limits alone, and never stored with a person. */
  address: string;
  channel: 1 | 2;
}
