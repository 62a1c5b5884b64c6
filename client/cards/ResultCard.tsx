import type { ResultCard as Card } from '../../shared/pages/cards.ts';
import { CorrectionNote } from './CorrectionNote.tsx';
import type { ResultCardLabels } from './card-labels.ts';
import { Drawn } from './Drawn.tsx';
import { GameEmblem } from './GameEmblem.tsx';

export type { ResultCardLabels } from './card-labels.ts';

/**
 * A published result, in the design of its type. The card depends only on its props. It therefore looks the same in the
 * server's HTML, after hydration and after a live update.
 */
export function ResultCard({
  card,
  labels,
  level = 3,
  isFresh = false,
}: {
  card: Card;
  labels: ResultCardLabels;
  level?: 2 | 3;
  /** True if the result arrived while the page was open. The drawn numbers are then animated. */
  isFresh?: boolean;
}) {
  const Heading = `h${level}` as const;
  // The prize has one of two positions on the card. A jackpot is in a band at the top. In games without a jackpot, the
  // first prize is at the bottom.
  const hasBand = card.type === 3;
  const prize = (
    <p className="result-card__prize">
      {card.topPrize.label}{' '}
      <strong className="money" data-accent={card.topPrize.accent}>
        {card.topPrize.text}
      </strong>
    </p>
  );
  const rollOver = card.rollsOver ? <p className="roll-over">{labels.rollsOver}</p> : null;
  return (
    <article
      className={`result-card result-card--${card.type}${isFresh ? ' is-fresh' : ''}${card.correction?.kind === 'voided' ? ' is-void' : ''}`}
      data-draw={card.drawId}
      data-accent={card.accent}
    >
      <div className="result-card__top">
        <div className="result-card__head">
          <GameEmblem name={card.iconName} accent={card.accent} />
          <div className="result-card__name">
            <Heading className="result-card__title">
              <a href={card.href}>{card.title}</a>
            </Heading>
            <p className="result-card__meta">
              {card.drawText} <time dateTime={card.drawnAt}>{card.dateText}</time>
            </p>
          </div>
          <button
            className="result-card__download"
            type="button"
            data-download={card.fileName}
            aria-label={`${labels.download}: ${card.title}, ${card.drawText}`}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 4v11m-5-4 5 5 5-5M5 20h14" />
            </svg>
          </button>
        </div>
        {hasBand ? prize : null}
      </div>
      <div className="result-card__body">
        <Drawn card={card} labels={labels} />
        {hasBand ? null : rollOver}
        {card.correction ? <CorrectionNote correction={card.correction} /> : null}
      </div>
      <div className="result-card__foot">
        {hasBand ? rollOver : prize}
        <a className="result-card__winners" href={`${card.href}#winners`} data-popup="winners">
          {card.winnersText}
        </a>
      </div>
    </article>
  );
}
