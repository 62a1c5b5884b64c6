import { type ComponentType, startTransition, useEffect, useState } from 'react';
import type { SelectProps } from './select-props.ts';
import { useEarlyValue } from './use-early-value.ts';

/**
 * Chooses one value from a list. The server renders a native `<select>`. A searchable combobox replaces the `<select>`
 * after the combobox script has loaded, but not while the `<select>` has the focus.
 */
export function Select(props: SelectProps) {
  const { options, defaultValue, search: _search, label: _label, notFound: _notFound, ...others } = props;
  const { onValue, onEarlyValue, ...attributes } = others;
  const [Combobox, setCombobox] = useState<ComponentType<SelectProps> | null>(null);
  const [chosen, setChosen] = useState(defaultValue);
  const select = useEarlyValue<HTMLSelectElement>(defaultValue, (value) => {
    setChosen(value);
    onEarlyValue?.(value);
  });

  const isDisabled = props.disabled ?? false;
  useEffect(() => {
    if (isDisabled) return undefined;
    const element = select.current;
    const controller = new AbortController();
    const exchange = async () => {
      const { Combobox: Loaded } = await import('./Combobox.tsx');
      if (controller.signal.aborted || element === document.activeElement) return;
      // A combobox takes long to render on a slow phone, so the typed text of another field is shown first.
      startTransition(() => setCombobox(() => Loaded));
    };
    // If the script fails to load, the native list remains.
    const tryExchange = () => void exchange().catch(() => undefined);
    // If the list gets the focus while React renders the combobox, the list remains until it loses the focus.
    element?.addEventListener('focus', () => setCombobox(null), { signal: controller.signal });
    element?.addEventListener('blur', tryExchange, { signal: controller.signal });
    tryExchange();
    return () => controller.abort();
  }, [isDisabled, select]);

  if (Combobox) return <Combobox {...props} defaultValue={chosen} />;
  return (
    <>
      {/* A hidden input sends the value, because browsers do not submit disabled controls. */}
      {isDisabled ? <input type="hidden" name={props.name} value={defaultValue} /> : null}
      <select
        {...attributes}
        // HTML allows `required` only if the first option is empty. A list without an empty option always has a value.
        required={props.required === true && options[0]?.value === ''}
        className="field__input"
        ref={select}
        defaultValue={defaultValue}
        onChange={({ target }) => {
          setChosen(target.value);
          onValue?.(target.value);
        }}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}
