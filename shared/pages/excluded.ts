/** The page that opens after a player has excluded themselves. It shows no data of the player except the end. */
export interface ExcludedPage {
  kind: 'excluded';
  /** Until when the exclusion lasts. */
  text: string;
}
