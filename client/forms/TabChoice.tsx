import { useEffect, useEffectEvent, useRef } from 'react';
import type { Translate } from '../../shared/translate.ts';
import type { ControlProps } from './control-props.ts';

/** A choice that looks like tabs. It consists of radio buttons, which work without script. */
export function TabChoice({
  field,
  id,
  value,
  t,
  onValue,
  onEarlyValue,
}: ControlProps & {
  t: Translate;
  onValue: (value: string) => void;
  onEarlyValue: (value: string) => void;
}) {
  const options = field.options?.({}) ?? [];
  const chosen = value || options[0]?.value;
  const choice = useRef<HTMLFieldSetElement>(null);
  const reportEarly = useEffectEvent(() => {
    const checked = choice.current?.querySelector<HTMLInputElement>(':checked')?.value;
    if (checked !== undefined && checked !== chosen) onEarlyValue(checked);
  });
  useEffect(() => reportEarly(), []);
  return (
    <fieldset className="choice" ref={choice}>
      <legend className="visually-hidden">{t(field.label)}</legend>
      {options.map((option) => (
        <label className="choice__option" key={option.value}>
          <input
            className="choice__radio"
            type="radio"
            id={`${id}-${option.value}`}
            name={field.name}
            value={option.value}
            defaultChecked={option.value === chosen}
            onChange={() => onValue(option.value)}
          />
          <span className="choice__label">{t(option.label)}</span>
        </label>
      ))}
    </fieldset>
  );
}
