export interface FocusProps {
  /** Marks the element that a script focuses after an answer. */
  'data-focus'?: '';
  /** The same mark for an answer that the site rendered. */
  autoFocus?: boolean;
}

export function focusProps(isTarget: boolean, isAnswerOfSite: boolean): FocusProps {
  return isTarget ? { 'data-focus': '', autoFocus: isAnswerOfSite } : {};
}
