import type { CardCorrection } from '../../shared/pages/cards.ts';

/** Shows why a result was corrected, and the previous result. The note is always visible. */
export function CorrectionNote({ correction }: { correction: CardCorrection }) {
  const { kind, title, text, before, reason } = correction;
  return (
    <div className={`correction correction--${kind}`} role="note" aria-label={title}>
      <p>
        <strong>{title}</strong> {text}
      </p>
      {before ? <p>{before}</p> : null}
      <p>{reason}</p>
    </div>
  );
}
