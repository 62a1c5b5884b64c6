import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { announce, playerChanged } from '../../api/announcements.ts';
import { MessageIcon } from '../../popups/message/MessageIcon.tsx';
import { useAccountFrame } from '../account-frame.ts';
import type { PaymentView } from './deposit-view.ts';
import { usePaymentCheck } from './use-payment-check.ts';

/** Shows the result of a payment. While the payment is open, the browser repeatedly asks the site for the result. */
export function PaymentResult({ view }: { view: PaymentView }) {
  const { status, reference, icon, amount, facts, late, texts } = view;
  const isOpen = status === 'created';
  const check = usePaymentCheck(reference, isOpen);
  const isLate = check === 'ended';
  useEffect(() => {
    // Update the balance in the headers of all tabs.
    if (status === 'approved' || status === 'returned') announce(playerChanged);
  }, [status]);
  const { title, text } = isLate ? late : view;
  return (
    <section className={`payment payment--${status}`}>
      <output className="payment__head">
        <MessageIcon name={icon} />
        <strong className="payment__title">{title}</strong>
        <span className="payment__amount">{amount}</span>
        <span className="payment__text">{text}</span>
      </output>
      {isOpen && !isLate ? (
        <output className="payment__wait only-with-script">
          {check === 'failing' ? texts.failing : texts.checking}
        </output>
      ) : null}
      <div className="payment__actions">
        <Actions view={view} isLate={isLate} />
      </div>
      <dl className="payment__facts">
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.text}</dd>
          </div>
        ))}
      </dl>
      <p className="payment__more">
        <Link to={accountRoutes.deposits.path}>{texts.list}</Link>
      </p>
    </section>
  );
}

function Actions({ view, isLate }: { view: PaymentView; isLate: boolean }) {
  const { status, paymentUrl, again, texts } = view;
  const { langPrefix } = useAccountFrame();
  const { pathname, search } = useLocation();
  if (status === 'approved')
    return (
      <>
        <a className="button button--primary" href={`${langPrefix}/games`}>
          {texts.play}
        </a>
        <Link className="button button--secondary" to={again}>
          {texts.again}
        </Link>
      </>
    );
  if (status === 'returned')
    return (
      <Link className="button button--primary" to={accountRoutes.withdrawals.path}>
        {texts.withdrawals}
      </Link>
    );
  if (paymentUrl === null)
    return (
      <Link className="button button--primary" to={again}>
        {texts.again}
      </Link>
    );
  return (
    <>
      {isLate ? null : (
        <a className="button button--primary" href={paymentUrl}>
          {texts.pay}
        </a>
      )}
      <Link className="button button--secondary" to={pathname + search} replace>
        {texts.check}
      </Link>
      {isLate ? (
        <a className="button button--secondary" href={`${langPrefix}/contactus`}>
          {texts.support}
        </a>
      ) : null}
    </>
  );
}
