import { codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';

/**
 * Rejects a call with a code of the contract. A service throws it: the transaction around it is rolled back, and
 * `registerFailures` sends the code to the caller.
 */
export class Refusal extends Error {
  readonly answer: Failure;

  constructor(firstCode: Failure['firstCode'], data?: Failure['data']) {
    super(`refused with ${firstCode}`);
    this.answer = { success: false, firstCode, ...(data && { data }) };
  }

  /** 10400. @param fields each wrong field's name with its message key */
  static ofFields(fields: Record<string, string>): Refusal {
    return new Refusal(codes.fieldWrong, { fields });
  }
}
