/** Props of popup 5 (spec §2): a message or a confirmation. */
export type MessageProps =
  /** A call was not sent, or not answered (spec §8). */
  | { type: 'network' }
  /** 15107: the session is over. */
  | { type: 'session' }
  /** 15500. */
  | { type: 'technical' }
  /** Asks before it logs out. */
  | { type: 'logout'; showCancelButton?: boolean }
  | { type: 'logged-out' };
