/**
 * The page that opens after a player has excluded themselves. The end of the exclusion is the only data of the player
 * on this page.
 */
export interface ExcludedPage {
  kind: 'excluded';
  /** Text that states when the exclusion ends. */
  text: string;
}
