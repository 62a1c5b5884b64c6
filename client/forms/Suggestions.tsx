import type { Option } from '../../shared/forms/lists.ts';

/** Buttons that fill a text field with a usual value. Without script they are hidden. */
export function Suggestions({
  inputId,
  options,
  label,
}: {
  inputId: string;
  options: readonly Option[];
  label: string;
}) {
  const fill = (value: string): void => {
    const input = document.getElementById(inputId);
    if (!(input instanceof HTMLInputElement)) return;
    input.value = value;
    // The form listens to the `input` event, and clears the error message about the old value.
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return (
    <fieldset className="suggestions only-with-script">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          className="suggestions__option"
          type="button"
          onClick={() => fill(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
