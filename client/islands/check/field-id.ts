import type { CheckField } from '../../../shared/check/check-fields.ts';

export const fieldId = (field: CheckField): string => `check-${field}`;
export const errorId = (field: CheckField): string => `check-${field}-error`;
/**
 * Id of the heading of the answers. The URL in the form's `action` ends with this id, so that browsers without script
 * scroll to the answers.
 */
export const answersId = 'check-answers';
