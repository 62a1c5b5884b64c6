import type { CheckField } from '../../../shared/check/check-fields.ts';

export const fieldId = (field: CheckField): string => `check-${field}`;
export const errorId = (field: CheckField): string => `check-${field}-error`;
/** The heading of the answers. The form's address ends with this id, so that browsers without script scroll to it. */
export const answersId = 'check-answers';
