export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps {
  id: string;
  name: string;
  options: readonly SelectOption[];
  defaultValue: string;
  /** The characters allowed in the search (spec §5): digits with an optional plus, or letters and spaces. */
  search: 'phone-code' | 'text';
  /** Accessible name of the list. */
  label: string;
  /** Text for a search without matches. */
  notFound: string;
  required?: boolean;
  disabled?: boolean;
  onValue?: (value: string) => void;
  /** Receives the option that was chosen before React hydrated the list. */
  onEarlyValue?: (value: string) => void;
  autoComplete?: string | undefined;
  'data-focus'?: '';
  autoFocus?: boolean;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}
