import { Link } from 'react-router-dom';
import type { PlayerLimit, PlayerLimits } from '../../../shared/contract/limits.ts';
import { amountText } from '../../../shared/domain/money-amount.ts';
import type { Values } from '../../../shared/forms/form.ts';
import type { FormName } from '../../../shared/forms/forms.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import type { Fact } from '../../../shared/pages/facts.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { FactList } from '../FactList.tsx';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { money } from '../list/cells.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenRequest, unanswered } from '../screen.ts';
import { limitFacts, limitName } from './limits-view.ts';

interface ChangeView {
  title: string;
  text: string;
  facts: Fact[];
  /**
   * The form that changes the limit. Null if the limit, or the change to confirm, does not exist. A form that the
   * player has just submitted is shown even then.
   */
  form: FormView | null;
  back: string;
}

interface Change {
  form: FormName;
  /** Locale key of the text that explains the change, without the prefix `account.limits.`. */
  text: string;
  /** Finds the limit that the submitted form or the page's URL names. */
  find: (limits: readonly PlayerLimit[], values: Values) => PlayerLimit | undefined;
  /** Returns the initial values of the form. */
  values: (limit: PlayerLimit, data: PlayerLimits) => Values;
}

const byName: Change['find'] = (limits, { kind, period }) =>
  limits.find((limit) => limit.kind === kind && limit.period === period);
const nameOf = ({ kind, period }: PlayerLimit): Values => ({ kind, period });

/** `/my-accounts/limits/set`: the form that sets or changes a limit. */
export const limitSetScreen = changeScreen({
  form: 'set-limit',
  text: 'set_text',
  find: byName,
  values: (limit, { currencyCode }) => ({
    ...nameOf(limit),
    currency: currencyCode,
    amount: limit.amount === null ? '' : amountText(limit.amount, currencyCode),
  }),
});

/** `/my-accounts/limits/remove`: the form that removes a limit. */
export const limitRemoveScreen = changeScreen({
  form: 'remove-limit',
  text: 'remove_text',
  find: byName,
  values: nameOf,
});

/** `/my-accounts/limits/confirm`: the second confirmation of a change that has waited a day. */
export const limitConfirmScreen = changeScreen({
  form: 'confirm-limit',
  text: 'confirm_text',
  find: (limits, { limit, limitId = limit }) => limits.find(({ waiting }) => waiting?.limitId === limitId),
  values: ({ waiting }) => ({ limitId: waiting?.limitId ?? '' }),
});

function changeScreen(change: Change): Screen {
  return {
    load: (request) => loadChange(change, request),
    Component: () => <ScreenContent Content={ChangeForm} skeleton={<FormSkeleton />} />,
  };
}

async function loadChange({ form: name, text, find, values }: Change, request: ScreenRequest) {
  const { call, query, submitted, wording } = request;
  const { t } = wording;
  const result = await call('limits/get', {});
  const state = submitted?.name === name ? submitted.state : null;
  if (result.kind !== 'ok' && !state) return unanswered(result, wording);
  const data = result.kind === 'ok' ? result.data : null;
  const limit = data && find(data.limits, state ? state.values : query);
  if (!data || !limit) {
    const form = state ? await loadForm(name, request) : null;
    const view: ChangeView = {
      title: t('account.limits.gone_title'),
      text: t('account.limits.gone_text'),
      facts: [],
      form: form?.kind === 'shown' ? form.view : null,
      back: t('account.page.limits'),
    };
    return { kind: 'shown' as const, view };
  }
  const form = await loadForm(name, request, { values: values(limit, data) });
  if (form.kind !== 'shown') return form;
  const view: ChangeView = {
    title: limitName(limit, wording),
    text: t(`account.limits.${text}`),
    facts: [...amountFacts(limit, data, wording), ...limitFacts(limit, data, wording)],
    form: form.view,
    back: t('account.page.limits'),
  };
  return { kind: 'shown' as const, view };
}

/** Returns the current amount of a limit, and the amount of the change that waits for a confirmation. */
function amountFacts(
  { amount, waiting }: PlayerLimit,
  { currencyCode }: PlayerLimits,
  wording: ScreenRequest['wording'],
): Fact[] {
  const { t } = wording;
  const show = (minor: number | null) =>
    minor === null ? t('account.limits.none') : money(minor, currencyCode, wording);
  return [
    { label: t('account.limits.now'), text: show(amount) },
    ...(waiting ? [{ label: t('account.limits.next'), text: show(waiting.amount) }] : []),
  ];
}

function ChangeForm({ view: { title, text, facts, form, back } }: { view: ChangeView }) {
  return (
    <div className="account-form">
      <h3 className="account-form__title">{title}</h3>
      <p className="account-form__text">{text}</p>
      <FactList className="limit__facts" facts={facts} />
      {form ? <AccountForm view={form} /> : null}
      <p className="payment__more">
        <Link to={accountRoutes.limits.path}>{back}</Link>
      </p>
    </div>
  );
}
