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
  /** @param next path to open afterwards, with the language; '' for the home page */
  | { type: 'signed-up'; next: string }
  /**
   * A new password was set; the login opens afterwards.
   * @param to path to open after this login
   */
  | { type: 'password-changed'; to?: string }
  /** The player waits for the identity check. */
  | { type: 'kyc-pending' }
  /** The platform refused a call with this code. */
  | { type: 'refused'; code: string };
