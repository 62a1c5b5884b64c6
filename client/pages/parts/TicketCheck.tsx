import type { ResultCard } from '../../../shared/pages/cards.ts';
import { resources } from '../../../shared/resources.ts';
import { useFrame, useT } from '../../layout/Strings.tsx';

/**
 * A form that checks the visitor's numbers against one draw. A submit opens the page `/check`, which shows the answer.
 */
export function TicketCheck({ card, hint }: { card: ResultCard; hint: string }) {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <section className="panel" id="check" aria-labelledby="check-title">
      <h2 className="panel__title" id="check-title">
        {t('check.ticket.title')}
      </h2>
      <p>{t('check.ticket.text')}</p>
      <form className="ticket-check" action={`${langPrefix}${resources.check.path}#check-answers`}>
        <input type="hidden" name="game" value={card.gameId} />
        <input type="hidden" name="draw" value={card.drawNumber} />
        <div className="field">
          <label className="field__label" htmlFor="check-numbers">
            {t('check.ticket.numbers')}
          </label>
          <p className="field__hint" id="check-hint">
            {hint}
          </p>
          <textarea
            className="field__input"
            id="check-numbers"
            name={resources.check.typedText}
            aria-describedby="check-hint"
            rows={2}
            dir="auto"
            maxLength={resources.check.query.numbers}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <button className="button button--primary" type="submit">
          {t('check.ticket.submit')}
        </button>
      </form>
    </section>
  );
}
