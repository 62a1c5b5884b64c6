/**
 * Why an upstream gave no usable answer:
 * 'refused' no connection, 'timeout' too slow, 'reset' the connection broke, 'gateway' a proxy reports that it cannot
 * reach the upstream, 'queue' no connection became free in time, 'too-large' a body over the limit, 'bad-status' an HTTP
 * status that no answer has, 'bad-answer' an answer outside the contract, 'breaker-open' not requested because the
 * upstream is down, 'aborted' cancelled by the caller, 'business' a valid refusal (`code`).
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
  /** For kind 'business' with 10400: each wrong field with its message key. */
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
 * Whether the upstream could not be reached or did not answer in time: the failures that a circuit breaker counts. An
 * answer with status 500 or 503 is not one of them, since a single call may cause it.
 */
export const isOutage = ({ kind }: UpstreamError): boolean => outages.has(kind);

/** Whether the upstream answered, although the answer is of no use. */
export const isAnswer = ({ kind }: UpstreamError): boolean => answers.has(kind);

/** Whether a second attempt may succeed. */
export const isWorthRetrying = (error: UpstreamError): boolean =>
  isOutage(error) || (error.kind === 'bad-status' && error.status !== null && error.status >= 500);
