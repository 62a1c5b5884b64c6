/** The page that opens after a player has excluded themselves. It shows no data of the player except the end. */
export interface ExcludedPage {
  kind: 'excluded';
  /** Text that states when the exclusion ends. */
  text: string;
}
