import { useEffect, useRef } from 'react';
import { codes } from '../../shared/contract/codes.ts';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { PlayView } from '../../shared/pages/game.ts';
import type { Translate } from '../../shared/translate.ts';
import { ReasonLink } from '../forms/ReasonLink.tsx';
import { formatMoment } from '../ui/format-moment.ts';
import { refusalMessage } from '../ui/refusal-message.ts';
import { isAnswered, type Order, type OrderedDraw, type Outcome, type Stop } from './order.ts';
import { ReceiptView } from './ReceiptView.tsx';

interface OrderViewProps {
  view: PlayView;
  t: Translate;
  order: Order;
  lines: readonly Line[];
  isBuying: boolean;
  stop: Stop | null;
  onRetry: () => void;
  onBack: () => void;
  onStartOver: () => void;
}

/** If a purchase fails with one of these error codes, a later attempt can succeed. */
const passingCodes: ReadonlySet<string> = new Set([
  codes.insufficientBalance,
  codes.limitReached,
  codes.timeOutRunning,
  codes.notEligible,
  codes.tooManyTries,
  codes.salesOff,
]);

function titleOf({ order, isBuying, t }: Pick<OrderViewProps, 'order' | 'isBuying' | 't'>): string {
  const bought = order.draws.filter(({ outcome }) => outcome?.kind === 'bought').length;
  if (isBuying) return t('ticket.buying');
  if (!isAnswered(order)) return t('ticket.unanswered');
  if (bought === order.draws.length) return t('ticket.bought');
  return bought === 0 ? t('ticket.not_bought') : t('ticket.partly_bought');
}

/** Shows the progress of a purchase. For each draw, it then shows a receipt or the reason why the purchase failed. */
export function OrderView(props: OrderViewProps) {
  const { view, t, order, lines, isBuying, stop, onRetry, onBack, onStartOver } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const { draws } = order;
  const answered = draws.filter(({ outcome }) => outcome !== null).length;
  const refused = draws.filter(({ outcome }) => outcome?.kind === 'refused');
  const isPaid = draws.every(({ outcome }) => outcome?.kind === 'bought');
  const canRetry = !isBuying && (!isAnswered(order) || refused.some((draw) => isPassing(draw)));
  const isShort = refused.some((draw) => codeOf(draw) === codes.insufficientBalance);

  // The button that started the purchase is no longer on the page, so move the focus to the heading.
  useEffect(() => title.current?.focus({ preventScroll: isBuying }), [isBuying]);

  return (
    <div className="order" aria-busy={isBuying}>
      <h3 className="order__title" ref={title} tabIndex={-1}>
        {titleOf({ order, isBuying, t })}
      </h3>
      {isBuying ? (
        <div className="order__progress">
          <progress aria-label={t('ticket.buying')} max={draws.length} value={answered} />
          <output>{t('ticket.progress', { done: answered, all: draws.length })}</output>
        </div>
      ) : null}
      {!isBuying && !isAnswered(order) ? <p>{t('ticket.unanswered_text')}</p> : null}
      {stop === 'session-expired' ? <p>{t('code.15107')}</p> : null}
      <ul className="order__draws">
        {draws.map((draw) => (
          <li key={draw.drawId}>
            <DrawOutcome {...props} draw={draw} lines={lines} />
          </li>
        ))}
      </ul>
      {isBuying ? null : (
        <div className="play__actions order__actions">
          {isShort ? (
            <a className="button button--primary" href={`${view.langPrefix}/deposit`}>
              {t('ticket.deposit')}
            </a>
          ) : null}
          {canRetry ? (
            <button
              className={`button button--${isShort ? 'secondary' : 'primary'}`}
              type="button"
              onClick={onRetry}
            >
              {t(isAnswered(order) ? 'ticket.retry_refused' : 'ticket.continue')}
            </button>
          ) : null}
          {isPaid ? (
            <button className="button button--primary" type="button" onClick={onStartOver}>
              {t('ticket.new')}
            </button>
          ) : null}
          <button className="button button--secondary" type="button" onClick={onBack}>
            {t(isPaid ? 'ticket.play_again' : 'ticket.back')}
          </button>
          {answered > refused.length ? (
            <>
              <button className="button button--secondary" type="button" onClick={() => print()}>
                {t('ticket.print')}
              </button>
              <a className="button button--secondary" href={`${view.langPrefix}/my-accounts/tickets`}>
                {t('ticket.my_tickets')}
              </a>
            </>
          ) : null}
        </div>
      )}
    </div>
  );
}

const codeOf = ({ outcome }: OrderedDraw): string | null =>
  outcome?.kind === 'refused' ? outcome.code : null;

const isPassing = (draw: OrderedDraw): boolean => passingCodes.has(codeOf(draw) ?? '');

function refusalText(
  { code, reason }: Extract<Outcome, { kind: 'refused' }>,
  { formats }: PlayView,
  t: Translate,
): string {
  const { key, values } = refusalMessage({ firstCode: code, reason }, formats);
  return t(key, values);
}

/** Shows the outcome of the purchase for one draw: a receipt, the reason of a refusal, or that it is not known yet. */
function DrawOutcome({
  draw,
  view,
  lines,
  isBuying,
  t,
}: Pick<OrderViewProps, 'view' | 'lines' | 'isBuying' | 't'> & { draw: OrderedDraw }) {
  const { outcome, drawNumber, drawStartDate } = draw;
  if (outcome?.kind === 'bought')
    return <ReceiptView receipt={outcome.receipt} view={view} lines={lines} t={t} />;
  return (
    <div className={`order__draw${outcome ? ' order__draw--refused' : ''}`}>
      <p className="order__name">
        {t('ticket.draw', { number: drawNumber })} · {formatMoment(drawStartDate, view.formats)}
      </p>
      <p>
        {outcome
          ? `${t('ticket.refused')} ${refusalText(outcome, view, t)}`
          : t(isBuying ? 'ticket.waiting' : 'ticket.no_answer')}
      </p>
      {outcome?.reason ? <ReasonLink reason={outcome.reason} langPrefix={view.langPrefix} t={t} /> : null}
    </div>
  );
}
