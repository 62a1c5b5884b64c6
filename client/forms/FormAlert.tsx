import type { FocusProps } from './focus-props.ts';

/** A message about the whole form instead of one field. */
export function FormAlert({ text, focus }: { text: string; focus: FocusProps }) {
  return (
    <p className="form__alert" role="alert" tabIndex={-1} {...focus}>
      {text}
    </p>
  );
}
