import { type ControlProps, inputProps } from './control-props.ts';

/**
 * A choice of one file. Phones offer the camera, because the accepted types contain pictures. The attribute `capture`
 * is not set, because then the player could not choose an existing picture or a PDF.
 */
export function FileInput(control: ControlProps) {
  const { defaultValue: _value, readOnly: _readOnly, maxLength: _maxLength, ...props } = inputProps(control);
  return <input {...props} type="file" accept={control.field.accept} />;
}
