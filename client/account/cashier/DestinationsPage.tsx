import { Link } from 'react-router-dom';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormPanel, FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { moment } from '../list/cells.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, type ScreenRequest, unanswered } from '../screen.ts';
import { destinationOptions, loadAddDestination, payingProvider } from './destination-form.ts';

interface DestinationsView {
  destinations: { id: string; label: string; text: string }[];
  /** The form that adds a bank account. Null if no provider supports payouts. */
  form: FormView | null;
  texts: { about: string; add: string; none: string; remove: string; back: string };
}

/** `/my-accounts/destinations`: the player's bank accounts for withdrawals, and the form that adds one. */
export const destinationsScreen: Screen = {
  load: loadDestinations,
  Component: () => <ScreenContent Content={Destinations} skeleton={<FormSkeleton />} />,
};

/** `/my-accounts/destinations/remove`: removes a bank account. */
export const removeDestinationScreen: Screen = {
  async load(request) {
    const known = await request.call('cashier/getDestinations', {});
    if (known.kind !== 'ok' && request.submitted?.name !== 'remove-destination')
      return unanswered(known, request.wording);
    const destinationId = known.kind === 'ok' ? destinationOptions(known.data.destinations) : [];
    return loadForm('remove-destination', request, {
      choices: { destinationId },
      values: { destinationId: destinationId[0]?.value ?? '' },
    });
  },
  Component: () => <ScreenContent Content={FormPanel} skeleton={<FormSkeleton />} />,
};

async function loadDestinations(request: ScreenRequest): Promise<ScreenAnswer<DestinationsView>> {
  const { call, wording } = request;
  const { t } = wording;
  const [known, offered] = await Promise.all([
    call('cashier/getDestinations', {}),
    call('cashier/getPaymentProvider', {}),
  ]);
  // After a submission, show the form with the submitted values, even if the accounts or the provider could not be
  // loaded.
  const isAnswer = request.submitted?.name === 'add-destination';
  if (known.kind !== 'ok' && !isAnswer) return unanswered(known, wording);
  if (offered.kind !== 'ok' && !isAnswer) return unanswered(offered, wording);
  const provider = offered.kind === 'ok' ? payingProvider(offered.data.providers) : undefined;
  const loaded = await (provider
    ? loadAddDestination(provider, request)
    : loadForm('add-destination', request).then((form) => (form.kind === 'shown' ? form.view : null)));
  return {
    kind: 'shown',
    view: {
      destinations:
        known.kind === 'ok'
          ? known.data.destinations.map(({ destinationId, label, addedAt }) => ({
              id: destinationId,
              label,
              text: t('account.destinations.added', { time: moment(addedAt, wording) }),
            }))
          : [],
      form: provider || isAnswer ? loaded : null,
      texts: {
        about: t('account.destinations.about'),
        add: t('account.destinations.add'),
        none: t('account.destinations.none'),
        remove: t('account.page.removeDestination'),
        back: t('account.page.withdraw'),
      },
    },
  };
}

function Destinations({ view: { destinations, form, texts } }: { view: DestinationsView }) {
  return (
    <div className="cashier">
      {destinations.length > 0 ? (
        <dl className="payment__facts">
          {destinations.map(({ id, label, text }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="cashier__text">{texts.none}</p>
      )}
      {form ? (
        <section className="account-form">
          <h3 className="conditions__title">{texts.add}</h3>
          <AccountForm view={form} />
        </section>
      ) : null}
      <p className="cashier__note">{texts.about}</p>
      <p className="payment__more">
        {destinations.length > 0 ? (
          <Link to={accountRoutes.removeDestination.path}>{texts.remove}</Link>
        ) : null}{' '}
        <Link to={accountRoutes.withdraw.path}>{texts.back}</Link>
      </p>
    </div>
  );
}
