import type { Field } from '../../shared/forms/form.ts';
import type { FocusProps } from './focus-props.ts';

export interface ControlProps {
  field: Field;
  id: string;
  value: string;
  /** True if the field belongs to an earlier step of the form, or has a fixed value. The field is then read-only. */
  isLocked: boolean;
  isWrong: boolean;
  focus: FocusProps;
  /** Ids of the field's hint and error message, separated by spaces. */
  describedBy: string | undefined;
}

/** Attributes that all text controls share. */
export function inputProps({ field, id, value, isLocked, isWrong, focus, describedBy }: ControlProps) {
  return {
    id,
    name: field.name,
    className: 'field__input',
    defaultValue: value,
    readOnly: isLocked,
    required: !field.isOptional,
    maxLength: field.maxLength,
    autoComplete: field.autocomplete,
    inputMode: field.inputMode,
    autoCapitalize: 'none',
    spellCheck: field.control === 'textarea',
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describedBy,
    ...focus,
  } as const;
}
