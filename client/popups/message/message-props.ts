/** Props of popup 5 (spec §2): a message or a confirmation. */
export type MessageProps =
  /** A call was not sent or received no answer (spec §8). */
  | { type: 'network' }
  /** Code 15107: the session has ended. */
  | { type: 'session' }
  /** Code 15500: the platform failed. */
  | { type: 'technical' }
  /** Confirmation before a logout. */
  | { type: 'logout'; showCancelButton?: boolean }
  | { type: 'logged-out' }
  /** @param next path to open when the message closes, with the language prefix; '' for the home page */
  | { type: 'signed-up'; next: string }
  /**
   * The player has set a new password. The login opens when this message closes.
   * @param to path to open after this login
   */
  | { type: 'password-changed'; to?: string }
  /** The popup tells the player that the identity check is still pending. */
  | { type: 'kyc-pending' }
  /** The platform refused a call with this code. */
  | { type: 'refused'; code: string };
