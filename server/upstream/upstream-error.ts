/**
 * Why an upstream gave no usable answer:
 * 'refused' no connection, 'timeout' too slow, 'reset' the connection broke, 'too-large' a body over the limit,
 * 'bad-status' an HTTP status that no answer has, 'bad-answer' an answer outside the contract, 'breaker-open' not
 * requested because it keeps failing, 'aborted' cancelled by the caller, 'business' a valid refusal (`code`).
 */
export type UpstreamErrorKind =
  | 'refused'
  | 'timeout'
  | 'reset'
  | 'too-large'
  | 'bad-status'
  | 'bad-answer'
  | 'breaker-open'
  | 'aborted'
  | 'business';

/** The only error that the upstream clients throw. Its message holds no secret and no value of an answer. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** 'platform' or 'content'. */
  readonly upstream: string;
  readonly kind: UpstreamErrorKind;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  /** `firstCode` of the answer, for kind 'business' and where a failure carried one. */
  readonly code: string | null;

  constructor(
    upstream: string,
    kind: UpstreamErrorKind,
    message: string,
    {
      status = null,
      code = null,
      cause,
    }: { status?: number | null; code?: string | null; cause?: unknown } = {},
  ) {
    super(`${upstream}: ${message}`, cause === undefined ? undefined : { cause });
    this.upstream = upstream;
    this.kind = kind;
    this.status = status;
    this.code = code;
  }
}

/** Whether the upstream as a whole fails: the failures that a circuit breaker counts. */
export function isOutage({ kind, status }: UpstreamError): boolean {
  if (kind === 'refused' || kind === 'timeout' || kind === 'reset') return true;
  return kind === 'bad-status' && status !== null && status >= 500;
}

/** Whether a second attempt may succeed. */
export const isWorthRetrying = (error: UpstreamError): boolean => isOutage(error);
