/** A value with its label. */
export interface Fact {
  label: string;
  text: string;
  /** True if the value is an identifier or other data, such as a hash. These values are the same in every language. */
  isData?: boolean;
  /** True for a long value that is shown in a monospaced type, with a button that copies it. */
  isHash?: boolean;
}
