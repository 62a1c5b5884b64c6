import { useState } from 'react';
import type { Translate } from '../../shared/translate.ts';
import { type ControlProps, inputProps } from './control-props.ts';
import { WatchedInput } from './WatchedInput.tsx';

/** A password field with a button that reveals the password. Without script the button is hidden. */
export function PasswordInput({
  t,
  onValue,
  ...props
}: ControlProps & { t: Translate; onValue: (value: string) => void }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="password">
      <WatchedInput {...inputProps(props)} type={isShown ? 'text' : 'password'} onValue={onValue} />
      <button
        className="password__toggle"
        type="button"
        aria-pressed={isShown}
        aria-controls={props.id}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'form.hide_password' : 'form.show_password')}
      </button>
    </div>
  );
}
