import type { Failure } from './envelope.ts';

/** The possible results of a call that a page makes (spec §8). */
export type CallResult<Data> =
  | { kind: 'ok'; data: Data }
  /** The platform rejected the call. The message is the text `code.{firstCode}`. */
  | { kind: 'refused'; firstCode: Failure['firstCode'] }
  /** Code 10400: the message key of each invalid field. */
  | { kind: 'wrong-fields'; fields: Readonly<Record<string, string>> }
  /** Code 15107: the session popup opens. */
  | { kind: 'session-expired' }
  /** Code 15500: the technical-issue popup opens. */
  | { kind: 'technical' }
  /** The call was not sent or received no answer. The network popup opens. */
  | { kind: 'offline' };
