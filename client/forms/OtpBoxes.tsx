import { useState } from 'react';
import { type ControlProps, inputProps } from './control-props.ts';
import { useAwake } from './use-awake.ts';
import { WatchedInput } from './WatchedInput.tsx';

/**
 * Shows one box for each digit. One transparent input lies over the boxes, so that pasting, autofill and screen
 * readers see a single field. Without script the field is a plain input.
 */
export function OtpBoxes({ onValue, ...props }: ControlProps & { onValue: (value: string) => void }) {
  const [value, setValue] = useState(props.value);
  const isAwake = useAwake();
  return (
    <div className={isAwake ? 'otp otp--boxes' : 'otp'}>
      <WatchedInput
        {...inputProps(props)}
        className="field__input otp__input"
        onValue={(typed) => {
          setValue(typed);
          onValue(typed);
        }}
      />
      {isAwake ? (
        <span className="otp__boxes" aria-hidden="true">
          {boxesOf(value, props.field.maxLength ?? 0).map(({ place, digit, isNext }) => (
            <span key={place} className={isNext ? 'otp__box otp__box--next' : 'otp__box'}>
              {digit}
            </span>
          ))}
        </span>
      ) : null}
    </div>
  );
}

/** Marks the box for the next digit while the input has the focus. */
function boxesOf(value: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    place: index + 1,
    digit: value[index] ?? '',
    isNext: index === Math.min(value.length, count - 1),
  }));
}
