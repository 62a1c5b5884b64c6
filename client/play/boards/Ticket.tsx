import type { ReactNode } from 'react';
import { GameEmblem } from '../../cards/GameEmblem.tsx';
import type { BoardProps } from './board.ts';
import '../../styles/play/ticket.css';
import '../../styles/play/ticket-games.css';

interface TicketProps extends Pick<BoardProps, 'game' | 'label' | 't'> {
  look: string;
  /**
   * Ids of the two sentences with the instruction and the progress. Together, the sentences are the accessible name of
   * the group of cells.
   */
  ids: { choose: string; status: string };
  choose: string;
  status: string;
  isComplete: boolean;
  /** The chosen part of the line, as the ticket's stub shows it. */
  shown: ReactNode;
  children: ReactNode;
  onClear: () => void;
  /** Buttons that are shown beside the button that clears the line. */
  actions: ReactNode;
}

/** The ticket of every game: a head with the game's name, the cells as children, and a stub with the chosen line. */
export function Ticket({
  game: { gameName, iconName, accent },
  label,
  t,
  look,
  ids,
  choose,
  status,
  isComplete,
  shown,
  children,
  onClear,
  actions,
}: TicketProps) {
  return (
    <section className={`slip slip--${look}`} data-accent={accent} aria-label={label}>
      <header className="slip__head">
        <GameEmblem name={iconName} accent={accent} />
        <p className="slip__game">{gameName}</p>
        <p className="slip__label">{label}</p>
      </header>
      <div className="slip__body">
        <p className="slip__choose" id={ids.choose}>
          {choose}
        </p>
        {children}
      </div>
      <footer className="slip__stub">
        <div className="slip__shown" aria-hidden="true">
          {shown}
        </div>
        {/* The computation of accessible names skips an `<output>` element, so the `<span>` inside has the id. */}
        <output className={isComplete ? 'slip__status is-complete' : 'slip__status'}>
          <span id={ids.status}>{status}</span>
        </output>
        <div className="slip__actions">
          {actions}
          <button className="button button--secondary" type="button" onClick={onClear}>
            {t('board.clear')}
          </button>
        </div>
      </footer>
    </section>
  );
}

/** The button that fills the line at random. */
export function QuickPickButton({ text, onPick }: { text: string; onPick: () => void }) {
  return (
    <button className="button button--secondary slip__quick" type="button" onClick={onPick}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
        <path d="M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm3 3.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm4 4a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm4 4a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z" />
      </svg>
      {text}
    </button>
  );
}
