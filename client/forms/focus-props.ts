export interface FocusProps {
  /** Marks the element that the form's script focuses after an answer. */
  'data-focus'?: '';
  /**
   * Without script, the answer is a new document. In this document, the attribute moves the focus to the same element.
   */
  autoFocus?: boolean;
}

export function focusProps(isTarget: boolean, isAnswerOfSite: boolean): FocusProps {
  return isTarget ? { 'data-focus': '', autoFocus: isAnswerOfSite } : {};
}
