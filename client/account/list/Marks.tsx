import type { ListView, MarksView } from './list-view.ts';

/** Number of lines that a row shows before the player unfolds the others. A row can have 1,000 lines. */
const shownLines = 5;

/** Ticket lines or drawn numbers. */
export function Marks({ lines, texts }: { lines: MarksView[]; texts: ListView['texts'] }) {
  const folded = lines.slice(shownLines);
  return (
    <>
      <Lines lines={lines.slice(0, shownLines)} texts={texts} />
      {folded.length > 0 ? (
        <details className="marks__fold">
          <summary>
            {texts.moreLines} (+{folded.length})
          </summary>
          <Lines lines={folded} texts={texts} />
        </details>
      ) : null}
    </>
  );
}

function Lines({ lines, texts }: { lines: MarksView[]; texts: ListView['texts'] }) {
  return (
    <ul className="marks">
      {lines.map(({ look, marks, note }, lineNo) => (
        <li key={lineNo}>
          <span className={`marks__line marks__line--${look}`}>
            {marks.map(({ text, isHit }, place) => (
              <span key={place} className={isHit ? 'marks__mark is-hit' : 'marks__mark'}>
                {look === 'symbols' ? (
                  <img src={`/symbols/${text}.svg`} width="24" height="24" alt={text} loading="lazy" />
                ) : (
                  text
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
