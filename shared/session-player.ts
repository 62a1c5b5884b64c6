/** The player in the answer of `GET /api/session`: the data that every page shows. */
export interface SessionPlayer {
  username: string;
  avatarImage: string;
  /** ISO 4217 code. */
  currencyCode: string;
  /** Balance in minor units. It is absent if the platform did not answer in time. */
  totalBalance?: number;
  /** True if the balance is below `minimumWalletAmount`. The page then asks the player to deposit. */
  depositPopupShow?: boolean;
  minimumWalletAmount?: number;
  notificationCount?: number;
  session: {
    /** ISO instant at which the player logged in. It identifies the session for all tabs of a browser. */
    openedAt: string;
    /** Seconds since the login, measured by the site's clock, because the device's clock may be wrong. */
    seconds: number;
    /** Interval of the reality check in seconds; 0 if it is off. */
    realityCheckSeconds: number;
  };
}

/** The answer of `GET /api/session`. The player is null for a visitor. */
export interface SessionAnswer {
  player: SessionPlayer | null;
}
