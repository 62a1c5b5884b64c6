import type { DrawKind, Line, RaffleLine } from '../../../shared/domain/draw-kinds.ts';
import type { GameMark } from '../../../shared/pages/cards.ts';
import type { Translate } from '../../../shared/translate.ts';

/**
 * A line that may be incomplete. It has the format of a line, but can have fewer numbers than needed. A missing digit
 * is a space, and a missing symbol is ''. A line without any choice is null. `isLine` of shared/domain/draw-kinds.ts
 * returns true if a draft is complete and can be bought.
 */
export type Draft = Line | null;

/** The raffle tickets that the player searches for. */
export interface TicketSearch {
  /** A series, or '' for any series. */
  series: string;
  /** The digits with which the ticket number must end, or '' for any number. */
  ending: string;
}

/**
 * Returns free raffle tickets that fit the search, at most twelve and in random order. The list is empty if no ticket
 * fits. Returns null if the search failed.
 */
export type FindTickets = (search: TicketSearch) => Promise<readonly RaffleLine[] | null>;

export interface BoardProps<Kind extends DrawKind = DrawKind> {
  game: Pick<GameMark, 'gameName' | 'iconName' | 'accent'>;
  /** `drawParameters` of the game. It decides the design of the ticket. */
  kind: Kind;
  line: Draft;
  /** Called with the new line after each change. The caller stores the line. */
  onChange: (line: Draft) => void;
  /** Translates the texts of the namespace `play`. */
  t: Translate;
  /** Name of the line, for example "Line 2". */
  label: string;
  /** Searches for free tickets. Only a raffle needs this function. */
  findTickets?: FindTickets;
  /** Whether the chosen ticket of a raffle is sold in one of the chosen draws. */
  isTaken?: boolean;
}

export interface LineViewProps {
  kind: DrawKind;
  line: Line;
  t: Translate;
}
