/**
 * Why an upstream gave no usable answer:
 * - 'refused': no connection.
 * - 'timeout': too slow.
 * - 'reset': the connection broke.
 * - 'gateway': a proxy reports that it cannot reach the upstream.
 * - 'queue': no connection became free in time.
 * - 'too-large': the body exceeds the limit.
 * - 'bad-status': a redirect, a status of 500 or above, or an error status without a valid answer.
 * - 'bad-answer': the answer violates the contract.
 * - 'breaker-open': the request was not sent, because the upstream is down.
 * - 'aborted': cancelled by the caller.
 * - 'business': the platform refused the call and stated the reason (`code`).
 */
export type UpstreamErrorKind =
  | 'refused'
  | 'timeout'
  | 'reset'
  | 'gateway'
  | 'queue'
  | 'too-large'
  | 'bad-status'
  | 'bad-answer'
  | 'breaker-open'
  | 'aborted'
  | 'business';

/** The only error that the upstream clients throw. Its message contains no secret and no value of an answer. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** Name of the upstream, such as 'platform' or 'content'. */
  readonly upstream: string;
  readonly kind: UpstreamErrorKind;
  /** HTTP status of the response, or null if no response arrived. */
  readonly status: number | null;
  /** `firstCode` of the response. Set for kind 'business', and for other failures whose response contains a code. */
  readonly code: string | null;
  /** The name of each rejected field, with the key of its message. Set for kind 'business' with code 10400. */
  readonly fields: Readonly<Record<string, string>> | null;

  constructor(
    upstream: string,
    kind: UpstreamErrorKind,
    message: string,
    {
      status = null,
      code = null,
      fields = null,
      cause,
    }: {
      status?: number | null;
      code?: string | null;
      fields?: Readonly<Record<string, string>> | null;
      cause?: unknown;
    } = {},
  ) {
    super(`${upstream}: ${message}`, cause === undefined ? undefined : { cause });
    this.upstream = upstream;
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

const outages = new Set<UpstreamErrorKind>(['refused', 'timeout', 'reset', 'gateway']);
const answers = new Set<UpstreamErrorKind>(['business', 'bad-answer', 'bad-status', 'too-large']);

/**
 * Returns whether the upstream could not be reached or did not answer in time. A circuit breaker counts only these
 * failures. A status of 500 or 503 does not count, because a single call may cause such a status.
 */
export const isOutage = ({ kind }: UpstreamError): boolean => outages.has(kind);

/** Returns whether the upstream sent an answer, which shows that it is not down. */
export const isAnswer = ({ kind }: UpstreamError): boolean => answers.has(kind);

export const isWorthRetrying = (error: UpstreamError): boolean =>
  isOutage(error) || (error.kind === 'bad-status' && error.status !== null && error.status >= 500);
