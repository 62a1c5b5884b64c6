/** The page about one version of the draw method. The locale files contain its explanations. */
export interface FairnessPage {
  kind: 'fairness';
  /** Name of the method, such as `golden-lotto/2`. */
  method: string;
  /** All versions of the draw method, newest first. */
  versions: { label: string; href: string; current: boolean }[];
  /** The format of the data from which a Merkle leaf is computed. Each line describes one part of the data. */
  leafFormat: string;
  /**
   * The format of the message from which a block of random numbers is computed. Each line describes one part of the
   * message.
   */
  messageFormat: string;
  vectors: {
    seed: string;
    draws: { drawId: string; parameters: string; drawn: string }[];
    leaves: string[];
    roots: { label: string; root: string }[];
  };
  /** The returns of each game. Empty if the platform does not answer. */
  returns: { gameName: string; gameHref: string; rows: ReturnRow[] }[];
}

/** The return of one way to play a game. */
export interface ReturnRow {
  label: string;
  text: string;
}
