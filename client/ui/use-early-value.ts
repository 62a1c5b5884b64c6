import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Reports the value that a control had before React hydrated it. React receives no event for a text that the player
 * typed, or the browser filled in, before hydration.
 * @param rendered the value that the server rendered
 * @returns the ref of the control
 */
export function useEarlyValue<Control extends HTMLInputElement | HTMLSelectElement>(
  rendered: string,
  onValue: (value: string) => void,
) {
  const control = useRef<Control>(null);
  const report = useEffectEvent(() => {
    const value = control.current?.value ?? rendered;
    if (value !== rendered) onValue(value);
  });
  useEffect(() => report(), []);
  return control;
}
