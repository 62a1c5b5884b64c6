/** A value with its label. */
export interface Fact {
  label: string;
  text: string;
  /** True if the value is an identifier or data, such as a hash. Such a value is the same in every language. */
  isData?: boolean;
}
