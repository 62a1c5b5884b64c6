import { z } from 'zod';

const word = z
  .string()
  .regex(/^\w{1,80}$/)
  .optional()
  .catch(undefined);

/** The fields that are kept from an error of Stripe's library. They contain neither personal data nor a key. */
const LibraryError = z.object({
  /** Name of the error class in Stripe's library. */
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
 * A failed request to Stripe. This error replaces the error of Stripe's library, because the library's error contains
 * Stripe's whole response. A response can repeat parts of the key and of the player's data.
 */
export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  /**
   * HTTP status of Stripe's response. Null if there was no response. The name must not be `statusCode`, because Fastify
   * would answer the player's call with the `statusCode` of the error.
   */
  readonly httpStatus: number | null;
  /** Stripe's name of the error, such as `insufficient_funds`. */
  readonly errorType: string | null;
  /** Whether Stripe has stored the failed response and repeats it for each request with the same idempotency key. */
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

/** @param what name of the request, for the error message */
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
