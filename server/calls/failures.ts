import { codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';

export const failure = (firstCode: Failure['firstCode']): Failure => ({ success: false, firstCode });

/**
 * Returns a 10400 failure.
 * @param fields the name of each wrong field with its message key
 */
export const wrongFields = (fields: Record<string, string>): Failure => ({
  success: false,
  firstCode: codes.fieldWrong,
  data: { fields },
});
