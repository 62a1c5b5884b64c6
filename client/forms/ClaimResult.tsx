import type { ClaimStatus } from '../../shared/contract/claims.ts';
import { formatMoney } from '../../shared/format-money.ts';
import type { Formats } from '../../shared/pages/form.ts';
import { prizeNameOf, type Translate, textOr } from '../../shared/translate.ts';
import { formatMoment } from '../ui/format-moment.ts';
import type { FocusProps } from './focus-props.ts';

export function isClaimStatus(data: unknown): data is ClaimStatus {
  return typeof data === 'object' && data !== null && 'receiptNumber' in data && 'prizes' in data;
}

export function ClaimResult({
  claim,
  formats,
  focus,
  again,
  t,
}: {
  claim: ClaimStatus;
  formats: Formats;
  focus: FocusProps;
  /** URL that shows the empty form again. */
  again: string;
  t: Translate;
}) {
  const money = (amount: number) => formatMoney(amount, claim.currencyCode, formats);
  const moment = (at: string) => formatMoment(at, formats);
  const { status, wonAmount, correction, refusal, prizes, paidAt } = claim;
  const facts: [string, string][] = [
    ['receipt', claim.receiptNumber],
    ['game', textOr(t, `game.${claim.gameId}`, claim.gameName)],
    ['draw', t('card.draw_number', { number: claim.drawNumber })],
    ['drawn_at', moment(claim.drawStartDate)],
    ['lines', String(claim.lines)],
    ['price', money(claim.totalPrice)],
    ['bought_at', moment(claim.boughtAt)],
    ...(paidAt === null ? [] : [['paid_at', moment(paidAt)] as [string, string]]),
  ];
  return (
    <div className="form-done claim">
      <h2 className={`form-done__title claim__status claim__status--${status}`} tabIndex={-1} {...focus}>
        {t(`form.claim-status.${status}`, { amount: money(wonAmount) })}
      </h2>
      <p className="form-done__text">{t(`form.claim-status.${status}_text`, { amount: money(wonAmount) })}</p>
      {refusal ? (
        <p className="form__note">
          {t('form.claim-status.refusal', { date: moment(refusal.at), reason: refusal.reason })}
        </p>
      ) : null}
      {correction ? (
        <p className="form__note">
          {t(`form.claim-status.correction_${correction.kind}`, {
            date: moment(correction.at),
            reason: correction.reason,
          })}
        </p>
      ) : null}
      {prizes.length > 0 ? (
        <table className="claim__prizes">
          <caption>{t('form.claim-status.prizes')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('form.claim-status.line')}</th>
              <th scope="col">{t('form.claim-status.prize')}</th>
              <th scope="col">{t('form.claim-status.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {prizes.map((prize) => (
              <tr key={`${prize.lineNo} ${prize.prizeName}`}>
                <td>{prize.lineNo}</td>
                <td>{prizeNameOf(t, claim.gameId, prize)}</td>
                <td>{money(prize.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <dl className="claim__facts">
        {facts.map(([key, text]) => (
          <div key={key}>
            <dt>{t(`form.claim-status.fact_${key}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <a className="button button--secondary" href={again}>
        {t('form.claim-status.again')}
      </a>
    </div>
  );
}
