import { Fragment, type ReactNode } from 'react';
import { chosenColor, chosenDigits, chosenSymbols, chosenTicket } from '../drafts.ts';
import type { LineViewProps } from './board.ts';
import { ColorMark } from './ColorMark.tsx';
import { SymbolPicture } from './SymbolPicture.tsx';
import '../../styles/play/line.css';

/** Shows a complete line as a row of marks, such as balls, tiles, pictures or a small raffle ticket. */
export function LineView({ kind, line, t }: LineViewProps) {
  return <span className={`line line--${kind.kind}`}>{marksOf({ kind, line, t })}</span>;
}

function marksOf({ kind, line, t }: LineViewProps): ReactNode {
  switch (kind.kind) {
    case 'digits': {
      const { digits, play } = chosenDigits(kind, line);
      return (
        <>
          {marks(Array.from(digits))}
          <span className="line__note">{t(`board.${play}`)}</span>
        </>
      );
    }
    case 'symbols':
      return marks(
        chosenSymbols(kind, line).map((symbol) => (
          <SymbolPicture symbol={symbol} alt={t(`board.symbol.${symbol}`)} key={symbol} />
        )),
      );
    case 'color': {
      const chosen = chosenColor(kind, line);
      return chosen ? <ColorMark kind={kind} line={chosen} t={t} /> : null;
    }
    case 'raffle': {
      const ticket = chosenTicket(kind, line);
      return ticket ? (
        <span className="mark">
          {ticket.series} {ticket.number}
        </span>
      ) : null;
    }
    default:
      return Array.isArray(line) ? marks(line) : null;
  }
}

/** Separates the marks by spaces, so that screen readers and copied text keep the numbers apart. */
function marks(contents: readonly ReactNode[]): ReactNode {
  return contents.map((content, place) => (
    <Fragment key={place}>
      <span className="mark">{content}</span>{' '}
    </Fragment>
  ));
}
