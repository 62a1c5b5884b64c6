/** A value with its label. */
export interface Fact {
  label: string;
  text: string;
  /** True if the value is an identifier or data, such as a hash. Such a value is the same in every language. */
  isData?: boolean;
  /** True for a long value that is shown in a monospaced type, with a button that copies it. */
  isHash?: boolean;
}
