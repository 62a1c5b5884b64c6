export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps {
  id: string;
  name: string;
  options: readonly SelectOption[];
  /** The value chosen at first. */
  defaultValue: string;
  /** The characters allowed in a search (spec §5): digits with an optional plus, or letters and spaces. */
  search: 'phone-code' | 'text';
  /** Names the list for screen readers. */
  label: string;
  /** Shown where no option matches. */
  notFound: string;
  required?: boolean;
  autoComplete?: string | undefined;
  'data-focus'?: '';
  autoFocus?: boolean;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}
