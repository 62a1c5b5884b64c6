import { codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';

/**
 * Rejects an API call with a code of the API contract. A thrown Refusal rolls back the surrounding transaction, and
 * `registerFailures` sends the code to the caller.
 */
export class Refusal extends Error {
  readonly answer: Failure;

  constructor(firstCode: Failure['firstCode'], data?: Failure['data']) {
    super(`refused with ${firstCode}`);
    this.answer = { success: false, firstCode, ...(data && { data }) };
  }

  /**
   * Creates a Refusal with the code 10400.
   * @param fields the name of each wrong field with its message key
   */
  static ofFields(fields: Record<string, string>): Refusal {
    return new Refusal(codes.fieldWrong, { fields });
  }
}
