import { z } from 'zod';

const word = z
  .string()
  .regex(/^\w{1,80}$/)
  .optional()
  .catch(undefined);

/** The parts of an error of Stripe's library that contain no personal data and no key. */
const LibraryError = z.object({
  /** Name of the library's class. */
  type: z.string().regex(/^\w{1,60}$/),
  rawType: word,
  code: word,
  requestId: word,
  statusCode: z.int().optional().catch(undefined),
  headers: z.object({ 'idempotent-replayed': z.string().optional() }).optional().catch(undefined),
});

interface FaultDetails {
  httpStatus: number | null;
  errorType: string | null;
  isStored: boolean;
}

/**
 * A failed request to Stripe. It replaces the error of Stripe's library, which contains Stripe's answer and its headers.
 * An answer can repeat parts of the key and of the player's data.
 */
export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  /**
   * HTTP status of the answer. Null if there was no answer. The name must not be `statusCode`, because the platform would
   * answer the player's call with that status.
   */
  readonly httpStatus: number | null;
  /** Stripe's name of the error, such as `insufficient_funds`. */
  readonly errorType: string | null;
  /** Whether Stripe has stored this answer and repeats it for each request with the same idempotency key. */
  readonly isStored: boolean;

  constructor(
    what: string,
    problem: string,
    { httpStatus = null, errorType = null, isStored = false }: Partial<FaultDetails> = {},
  ) {
    super(`${what}: ${problem}`);
    this.httpStatus = httpStatus;
    this.errorType = errorType;
    this.isStored = isStored;
  }
}

/** @param what the request, for the message */
export function stripeFaultOf(what: string, error: unknown): StripeFault {
  if (error instanceof StripeFault) return error;
  const parsed = LibraryError.safeParse(error);
  if (!parsed.success) return new StripeFault(what, error instanceof Error ? error.name : 'unknown error');
  const { type, rawType, code, requestId, statusCode, headers } = parsed.data;
  const details = [type, statusCode, rawType, code, requestId].filter((part) => part !== undefined);
  return new StripeFault(what, details.join(' '), {
    httpStatus: statusCode ?? null,
    errorType: rawType ?? null,
    isStored: headers?.['idempotent-replayed'] === 'true',
  });
}
