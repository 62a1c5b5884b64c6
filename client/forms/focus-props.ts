export interface FocusProps {
  /** Marks the element that a script focuses after an answer. */
  'data-focus'?: '';
  /** Marks the same element in a document that contains the answer, so that the browser focuses it. */
  autoFocus?: boolean;
}

export function focusProps(isTarget: boolean, isAnswerOfSite: boolean): FocusProps {
  return isTarget ? { 'data-focus': '', autoFocus: isAnswerOfSite } : {};
}
