import { codes } from '../../shared/contract/codes.ts';
import type { Failure } from '../../shared/contract/envelope.ts';

export const failure = (firstCode: Failure['firstCode']): Failure => ({ success: false, firstCode });

/** 10400: each wrong field's name with its message key. */
export const wrongFields = (fields: Record<string, string>): Failure => ({
  success: false,
  firstCode: codes.fieldWrong,
  data: { fields },
});
