import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PaymentProvider } from '../../../shared/contract/cashier.ts';
import type { Destination } from '../../../shared/contract/destinations.ts';
import type { Profile } from '../../../shared/contract/profile.ts';
import type { Wallet } from '../../../shared/contract/wallet.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { money } from '../list/cells.ts';
import type { Tone } from '../list/list-view.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import { loadContact } from './contact-view.ts';
import { destinationOptions, loadAddDestination, payingProvider } from './destination-form.ts';
import { IdentityCheck } from './IdentityPage.tsx';
import { loadIdentity } from './identity-view.ts';
import { paymentForm } from './payment-form.ts';
import { balancesOf, type ContactView, suggestedWithdrawals, type WithdrawView } from './withdraw-view.ts';

/**
 * `/my-accounts/withdraw`: requests a payout. The page shows the conditions of a first withdrawal until all are met.
 */
export const withdrawScreen: Screen = {
  load: loadWithdraw,
  Component: () => <ScreenContent Content={Withdraw} skeleton={<FormSkeleton />} />,
};

interface Known {
  destinations: readonly Destination[];
  wallet: Wallet;
  profile: Profile;
  providers: readonly PaymentProvider[];
}

async function loadWithdraw(request: ScreenRequest): Promise<ScreenAnswer<WithdrawView>> {
  const { call, wording } = request;
  const [wallet, profile, offered, stored] = await Promise.all([
    call('wallet', {}),
    call('accounts/getUserProfile', {}),
    call('cashier/getPaymentProvider', {}),
    call('cashier/getDestinations', {}),
  ]);
  if (wallet.kind === 'ok' && profile.kind === 'ok' && offered.kind === 'ok' && stored.kind === 'ok') {
    const known = {
      wallet: wallet.data,
      profile: profile.data,
      providers: offered.data.providers,
      destinations: stored.data.destinations,
    };
    return { kind: 'shown', view: await withdrawView(known, request) };
  }
  // After a submission, show the form with the submitted values, even if the data of the page could not be loaded.
  const form = request.submitted?.name === 'withdraw' ? await loadForm('withdraw', request) : null;
  if (form?.kind === 'shown') return { kind: 'shown', view: { ...emptyView(request), form: form.view } };
  const failed = [wallet, profile, offered, stored].find((result) => result.kind !== 'ok');
  return unanswered(failed ?? { kind: 'technical' }, wording);
}

const emptyView = ({ wording: { t } }: ScreenRequest): WithdrawView => ({
  balances: [],
  conditions: null,
  form: null,
  addDestination: null,
  note: t('account.withdraw.how'),
  texts: {
    list: t('account.withdraw.list'),
    destinations: t('account.page.destinations'),
    addTitle: t('account.destinations.add'),
  },
});

async function withdrawView(known: Known, request: ScreenRequest): Promise<WithdrawView> {
  const { wallet, profile, providers, destinations } = known;
  const { wording } = request;
  const { t } = wording;
  const view = { ...emptyView(request), balances: balancesOf(wallet, wording) };
  const conditions = await conditionsOf(profile, request);
  if (conditions) return { ...view, conditions };
  const paying = payingProvider(providers);
  const first = paying ?? providers[0];
  if (!first) return { ...view, note: t('account.cashier.closed_text') };
  // Show a submitted form even if the balance is too small. If the response was lost, the platform may have carried out
  // the withdrawal. The form then contains the message about the lost response.
  const isAnswer = request.submitted?.name === 'withdraw';
  if (wallet.withdrawableBalance < first.minWithdrawal && !isAnswer) {
    const min = money(first.minWithdrawal, first.currencyCode, wording);
    return { ...view, note: t('account.withdraw.too_little', { min }) };
  }
  const options = destinationOptions(destinations, paying?.providerId);
  if (paying && options.length === 0 && !isAnswer)
    return { ...view, addDestination: await loadAddDestination(paying, request) };
  const { choices, hints, values } = paymentForm(
    {
      providers: [first],
      limitsOf: ({ minWithdrawal, maxWithdrawal }) => ({
        min: minWithdrawal,
        max: Math.max(minWithdrawal, Math.min(maxWithdrawal, wallet.withdrawableBalance)),
      }),
      suggested: suggestedWithdrawals(first, wallet),
    },
    wording,
  );
  const form = await loadForm('withdraw', request, {
    choices: { ...choices, destination: options },
    hints,
    values: { ...values, destination: options[0]?.value ?? '' },
  });
  return form.kind === 'shown' ? { ...view, form: form.view } : view;
}

/** Returns the conditions of a first withdrawal, or null if all are met. */
async function conditionsOf(profile: Profile, request: ScreenRequest): Promise<WithdrawView['conditions']> {
  const { t } = request.wording;
  const { emailVerified, mobileVerified, kycStatus } = profile;
  const hasContact = emailVerified || mobileVerified;
  if (hasContact && kycStatus === 'approved') return null;
  const check = await loadIdentity(profile, request);
  return {
    title: t('account.withdraw.conditions'),
    contact: {
      title: t('account.withdraw.contact'),
      state: t(hasContact ? 'account.verified' : 'account.unverified'),
      tone: hasContact ? 'good' : 'plain',
      check: hasContact ? null : await loadContact(profile, request),
    },
    identity: {
      title: t('account.field.identity'),
      state: check.state,
      tone: check.tone,
      check: hasContact ? check : null,
    },
  };
}

function Withdraw({ view }: { view: WithdrawView }) {
  const { balances, conditions, form, addDestination, note, texts } = view;
  return (
    <div className="cashier">
      <dl className="cashier__balances">
        {balances.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {conditions ? <Conditions view={conditions} /> : null}
      {form ? (
        <div className="account-form">
          <AccountForm view={form} />
        </div>
      ) : null}
      {addDestination ? (
        <section className="account-form">
          <h3 className="conditions__title">{texts.addTitle}</h3>
          <AccountForm view={addDestination} />
        </section>
      ) : null}
      <p className="cashier__note">{note}</p>
      <p className="payment__more">
        {conditions ? null : <Link to={accountRoutes.destinations.path}>{texts.destinations}</Link>}{' '}
        <Link to={accountRoutes.withdrawals.path}>{texts.list}</Link>
      </p>
    </div>
  );
}

function Conditions({
  view: { title, contact, identity },
}: {
  view: NonNullable<WithdrawView['conditions']>;
}) {
  return (
    <section className="conditions">
      <h3 className="conditions__title">{title}</h3>
      <ol className="conditions__list">
        <Condition {...contact}>{contact.check ? <ContactCheck view={contact.check} /> : null}</Condition>
        <Condition {...identity}>{identity.check ? <IdentityCheck view={identity.check} /> : null}</Condition>
      </ol>
    </section>
  );
}

function ContactCheck({ view: { text, form, links } }: { view: ContactView }) {
  return (
    <>
      {text ? <p className="cashier__text">{text}</p> : null}
      {form ? <AccountForm view={form} staysHere /> : null}
      {links.map(({ path, label }) => (
        <Link key={path} className="form__link" to={path}>
          {label}
        </Link>
      ))}
    </>
  );
}

function Condition({
  title,
  state,
  tone,
  children,
}: {
  title: string;
  state: string;
  tone: Tone;
  children: ReactNode;
}) {
  return (
    <li className="condition">
      <p className="condition__head">
        <strong>{title}</strong> <span className={`list__state list__state--${tone}`}>{state}</span>
      </p>
      {children}
    </li>
  );
}
