import { Link, useLocation } from 'react-router-dom';
import type { PaymentProvider } from '../../../shared/contract/cashier.ts';
import { codes } from '../../../shared/contract/codes.ts';
import { amountText, parseAmount } from '../../../shared/domain/money-amount.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { BreakBanner } from '../limits/BreakBanner.tsx';
import { loadBreak } from '../limits/load-break.ts';
import { money } from '../list/cells.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import {
  type DepositFormView,
  type DepositView,
  paymentView,
  suggestedAmounts,
  textsOf,
} from './deposit-view.ts';
import { PaymentResult } from './PaymentResult.tsx';
import { paymentForm } from './payment-form.ts';

/**
 * `/deposit`: the form for a deposit. After the player returns from the payment page, the screen shows the result of
 * the payment.
 */
export const depositScreen: Screen = {
  load: (request) => (request.query['payment'] ? loadPayment(request) : loadDeposit(request, null)),
  Component: () => <ScreenContent Content={Deposit} skeleton={<FormSkeleton />} />,
};

async function loadPayment(request: ScreenRequest): Promise<ScreenAnswer<DepositView>> {
  const { call, query, wording } = request;
  const result = await call('cashier/getPayment', { paymentId: query['payment'] });
  const isUnknown =
    result.kind === 'wrong-fields' || (result.kind === 'refused' && result.firstCode === codes.notFound);
  if (isUnknown) return loadDeposit(request, wording.t('account.deposit.unknown'));
  if (result.kind !== 'ok') return unanswered(result, wording);
  const { amount, currencyCode } = result.data;
  const again = `${accountRoutes.deposit.path}?amount=${amountText(amount, currencyCode)}`;
  return { kind: 'shown', view: paymentView(result.data, wording, again) };
}

async function loadDeposit(request: ScreenRequest, alert: string | null): Promise<ScreenAnswer<DepositView>> {
  const { call, wording } = request;
  const { t } = wording;
  const [offered, wallet, pause] = await Promise.all([
    call('cashier/getPaymentProvider', {}),
    call('wallet', {}),
    loadBreak(request),
  ]);
  const isAnswer = request.submitted?.name === 'deposit';
  // After a submission, show the form with the submitted values, even if the providers could not be loaded.
  if (offered.kind !== 'ok' && !isAnswer) return unanswered(offered, wording);
  const isPreferred = ({ providerId }: PaymentProvider) => providerId === wording.paymentProviderId;
  const providers = offered.kind === 'ok' ? offered.data.providers : [];
  const [first, ...others] = [...providers].sort((one, other) => +isPreferred(other) - +isPreferred(one));
  if (!first && !isAnswer)
    return {
      kind: 'shown',
      view: {
        kind: 'closed',
        title: t('account.cashier.closed_title'),
        text: t('account.cashier.closed_text'),
      },
    };
  const form = await loadForm('deposit', request, first && formOf([first, ...others], request));
  if (form.kind !== 'shown') return form;
  const view: DepositFormView = {
    kind: 'form',
    form: form.view,
    balance:
      wallet.kind === 'ok'
        ? {
            label: t('wallet.totalBalance'),
            text: money(wallet.data.totalBalance, wallet.data.currencyCode, wording),
          }
        : null,
    alert,
    pause,
    sandbox: first?.isSandbox ? t('account.deposit.sandbox') : null,
    texts: textsOf(wording),
  };
  return { kind: 'shown', view };
}

function formOf(providers: [PaymentProvider, ...PaymentProvider[]], { query, wording }: ScreenRequest) {
  const [first] = providers;
  const { amount = '' } = query;
  return paymentForm(
    {
      providers,
      limitsOf: ({ minDeposit, maxDeposit }) => ({ min: minDeposit, max: maxDeposit }),
      suggested: suggestedAmounts(first),
      amount: parseAmount(amount, first.currencyCode) === null ? '' : amount,
    },
    wording,
  );
}

function Deposit({ view }: { view: DepositView }) {
  const { key } = useLocation();
  // Each navigation changes the key and restarts the checks. A click on the link that checks the payment again is such
  // a navigation.
  if (view.kind === 'payment') return <PaymentResult key={key} view={view} />;
  if (view.kind === 'closed')
    return (
      <div className="list__empty">
        <h3>{view.title}</h3>
        <p>{view.text}</p>
      </div>
    );
  return <DepositPanel view={view} />;
}

function DepositPanel({ view: { form, balance, alert, pause, sandbox, texts } }: { view: DepositFormView }) {
  return (
    <div className="cashier">
      <BreakBanner {...pause} />
      {alert ? (
        <p className="form__alert" role="alert">
          {alert}
        </p>
      ) : null}
      {balance ? (
        <dl className="cashier__balances">
          <div>
            <dt>{balance.label}</dt>
            <dd>{balance.text}</dd>
          </div>
        </dl>
      ) : null}
      <div className="account-form">
        <AccountForm view={form} />
      </div>
      {sandbox ? <p className="cashier__note">{sandbox}</p> : null}
      <p className="payment__more">
        <Link to={accountRoutes.deposits.path}>{texts.list}</Link>
      </p>
    </div>
  );
}
