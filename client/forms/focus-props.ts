export interface FocusProps {
  /** Marks the element that receives the focus after a response. The form's script sets the focus. */
  'data-focus'?: '';
  /** Sets the focus to the element in a browser without script, where each response is a new document. */
  autoFocus?: boolean;
}

export function focusProps(isTarget: boolean, isAnswerOfSite: boolean): FocusProps {
  return isTarget ? { 'data-focus': '', autoFocus: isAnswerOfSite } : {};
}
