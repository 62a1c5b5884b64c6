import type { CheckField } from '../../../shared/check/check-fields.ts';

export const fieldId = (field: CheckField): string => `check-${field}`;
export const errorId = (field: CheckField): string => `check-${field}-error`;
/** Id of the heading of the answers. The form's URL ends with this id, so that browsers without script scroll to it. */
export const answersId = 'check-answers';
