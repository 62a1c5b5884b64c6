import type { CardCorrection } from '../../shared/pages/cards.ts';

/** The note on a corrected result: the previous result and the reason for the correction. It is always visible. */
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
