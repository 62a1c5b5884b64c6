import { type CellView, type ListView, type MarksView, shownLines } from './list-view.ts';

/** The text with which screen readers announce a matching number. */
type HitText = Pick<ListView['texts'], 'hit'>;

/** Ticket lines or drawn numbers. */
export function Marks({
  lines,
  moreLines,
  texts,
}: Required<Pick<CellView, 'lines'>> & Pick<CellView, 'moreLines'> & { texts: HitText }) {
  return (
    <>
      <Lines lines={lines.slice(0, shownLines)} texts={texts} />
      {moreLines ? (
        <details className="marks__fold">
          <summary>{moreLines}</summary>
          <Lines lines={lines.slice(shownLines)} texts={texts} />
        </details>
      ) : null}
    </>
  );
}

function Lines({ lines, texts }: { lines: MarksView[]; texts: HitText }) {
  return (
    <ul className="marks">
      {lines.map(({ look, marks, note }, lineNo) => (
        <li key={lineNo}>
          <span className={`marks__line marks__line--${look}`}>
            {marks.map(({ text, symbol, isHit }, place) => (
              <span key={place} className={isHit ? 'marks__mark is-hit' : 'marks__mark'}>
                {symbol === undefined ? (
                  text
                ) : (
                  <img src={`/symbols/${symbol}.svg`} width="24" height="24" alt={text} loading="lazy" />
                )}
                {isHit ? <span className="visually-hidden"> ({texts.hit})</span> : null}{' '}
              </span>
            ))}
          </span>
          {note ? <span className="marks__note">{note}</span> : null}
        </li>
      ))}
    </ul>
  );
}
