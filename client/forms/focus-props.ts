export interface FocusProps {
  /** Marks the element that takes the focus after an answer, by script. */
  'data-focus'?: '';
  /** The same where the site rendered the answer. */
  autoFocus?: boolean;
}

export function focusProps(isTarget: boolean, isAnswerOfSite: boolean): FocusProps {
  return isTarget ? { 'data-focus': '', autoFocus: isAnswerOfSite } : {};
}
