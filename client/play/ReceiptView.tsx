import type { Receipt } from '../../shared/contract/tickets.ts';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import { formatMoney } from '../../shared/format-money.ts';
import type { PlayView } from '../../shared/pages/game.ts';
import type { Translate } from '../../shared/translate.ts';
import { formatMoment } from '../ui/format-moment.ts';
import { QrCode } from '../ui/QrCode.tsx';
import { LineView } from './boards/LineView.tsx';

/** Lists the parts of a payment in words, for example "₹20 of bonus money, ₹30 of deposits". */
function paidText({ paidFrom, currencyCode }: Receipt, { formats }: PlayView, t: Translate): string {
  const parts = (['bonus', 'deposit', 'winnings'] as const).flatMap((source) => {
    const amount = paidFrom[source];
    return amount > 0
      ? [t(`ticket.paid_${source}`, { amount: formatMoney(amount, currencyCode, formats) })]
      : [];
  });
  return new Intl.ListFormat(formats.locale, { type: 'unit' }).format(parts);
}

/** The receipt of one draw. Its QR code leads to the page that shows the status of the ticket. */
export function ReceiptView({
  receipt,
  lines,
  view,
  t,
}: {
  receipt: Receipt;
  lines: readonly Line[];
  view: PlayView;
  t: Translate;
}) {
  const { receiptNumber, drawNumber, drawStartDate, boughtAt, totalPrice, currencyCode } = receipt;
  const { game, kind, formats, langPrefix } = view;
  const statusHref = `${langPrefix}/claim-status?receiptNumber=${encodeURIComponent(receiptNumber)}`;
  const facts = [
    [t('ticket.receipt_drawn'), formatMoment(drawStartDate, formats)],
    [t('ticket.receipt_price'), formatMoney(totalPrice, currencyCode, formats)],
    [t('ticket.receipt_paid'), paidText(receipt, view, t)],
    [t('ticket.receipt_bought'), formatMoment(boughtAt, formats)],
  ] as const;
  return (
    <article className="receipt" aria-label={t('ticket.receipt', { number: receiptNumber })}>
      <div className="receipt__main">
        <p className="receipt__game">{game.gameName}</p>
        <p className="receipt__draw">{t('ticket.draw', { number: drawNumber })}</p>
        <p className="receipt__number">{receiptNumber}</p>
        <ol className="receipt__lines">
          {lines.map((line, index) => (
            <li key={index}>
              <LineView kind={kind} line={line} t={t} />
            </li>
          ))}
        </ol>
        <dl className="receipt__facts">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="receipt__code">
        <QrCode text={`${location.origin}${statusHref}`} label={t('ticket.receipt_code')} />
        <a href={statusHref}>{t('ticket.receipt_status')}</a>
      </div>
    </article>
  );
}
