import type { InputHTMLAttributes } from 'react';
import { useEarlyValue } from '../ui/use-early-value.ts';

/** An input that reports its value at each keystroke, and once if it was filled in before React hydrated it. */
export function WatchedInput({
  onValue,
  ...attributes
}: InputHTMLAttributes<HTMLInputElement> & { defaultValue: string; onValue: (value: string) => void }) {
  const input = useEarlyValue<HTMLInputElement>(attributes.defaultValue, onValue);
  return <input {...attributes} ref={input} onInput={({ currentTarget }) => onValue(currentTarget.value)} />;
}
