import type { Failure } from './envelope.ts';
import type { RefusalReason } from './refusal-reasons.ts';

/** The possible results of a call that a page makes (spec §8). */
export type CallResult<Data> =
  | { kind: 'ok'; data: Data }
  /**
   * The platform rejected the call. The message is the text `code.{firstCode}`. For the codes of refusal-reasons.ts, the
   * result also contains the reason.
   */
  | { kind: 'refused'; firstCode: Failure['firstCode']; reason?: RefusalReason }
  /** Code 10400: the message key of each invalid field. */
  | { kind: 'wrong-fields'; fields: Readonly<Record<string, string>> }
  /** Code 15107: the session popup opens. */
  | { kind: 'session-expired' }
  /** Code 15500: the technical-issue popup opens. */
  | { kind: 'technical' }
  /** The call was not sent or received no answer. The network popup opens. */
  | { kind: 'offline' };
