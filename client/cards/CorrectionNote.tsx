import type { CardCorrection } from '../../shared/pages/cards.ts';

/** What a published result said before, and why it says so no more: calm, and never hidden. */
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
