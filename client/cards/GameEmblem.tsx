import type { ReactElement } from 'react';
import type { Accent } from '../../shared/pages/cards.ts';

/** Emblems on a 32 × 32 grid, in the game's accent colour. */
const glyphs: Record<string, ReactElement> = {
  // A rising ball, for the evening draw.
  daily: (
    <>
      <path d="M8 21a8 8 0 0 1 16 0z" />
      <path className="emblem__line" d="M4 25.5h24M16 6v3M6.5 9.5l2 2M25.5 9.5l-2 2" />
    </>
  ),
  // Three digit tiles, the first one in front.
  pick3: (
    <>
      <path d="M4 11h7v10H4zM12.5 11h7v10h-7zM21 11h7v10h-7z" opacity=".5" />
      <path d="M12.5 8h7v16h-7z" />
      <path className="emblem__cut" d="M15 12.5h2.5L15.5 19.5" />
    </>
  ),
  jackpot: (
    <>
      <path d="m5 10 5.5 5L16 7l5.5 8L27 10l-2.5 11h-17z" />
      <path className="emblem__line" d="M8 25h16" />
    </>
  ),
  keno: (
    <>
      <path d="M5 5h6v6H5zM13 5h6v6h-6zM21 13h6v6h-6zM5 21h6v6H5zM21 21h6v6h-6z" opacity=".45" />
      <path d="M21 5h6v6h-6zM5 13h6v6H5zM13 13h6v6h-6zM13 21h6v6h-6z" />
    </>
  ),
  raffle: (
    <>
      <path d="M4 9h24v4.5a2.5 2.5 0 0 0 0 5V23H4v-4.5a2.5 2.5 0 0 0 0-5z" />
      <path className="emblem__cut" d="M20 11v10" strokeDasharray="2 2" />
    </>
  ),
  // A lotus, one of the nine symbols of the game.
  symbols: (
    <>
      <path d="M16 6c4 5 4 11 0 18-4-7-4-13 0-18z" />
      <path d="M4 13c6 0 10 4 11 11-7 0-11-4-11-11zM28 13c-6 0-10 4-11 11 7 0 11-4 11-11z" opacity=".6" />
    </>
  ),
  jaldi: <path d="M18.5 4 7 18h7l-1.5 10L25 13.5h-7.5z" />,
};

/** Emblem of a game that this build does not know yet. */
const anyGame = (
  <>
    <circle cx="16" cy="16" r="11" />
    <circle className="emblem__cut" cx="16" cy="16" r="5" />
  </>
);

/** Returns the shapes of a game's emblem, for an `<svg>` with the view box 0 0 32 32. */
export const glyphOf = (name: string): ReactElement => glyphs[name] ?? anyGame;

/** The small emblem of a game. Screen readers skip it, because the game's name is beside it. */
export function GameEmblem({ name, accent }: { name: string; accent: Accent }) {
  return (
    <span className="emblem" data-accent={accent} aria-hidden="true">
      <svg viewBox="0 0 32 32" focusable="false">
        {glyphOf(name)}
      </svg>
    </span>
  );
}
