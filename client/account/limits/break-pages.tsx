import { Link } from 'react-router-dom';
import { exclusionMonths, timeOutDays, withoutEnd } from '../../../shared/domain/break-lengths.ts';
import type { Option } from '../../../shared/forms/lists.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { formatUnit } from '../../ui/format-duration.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import type { Screen } from '../screen.ts';
import { BreakBanner } from './BreakBanner.tsx';
import { loadBreak } from './load-break.ts';

interface BreakFormView {
  running: string | null;
  text: string;
  /** The effects of the break on login, money, tickets, bonuses and promotions. */
  points: { title: string; text: string }[];
  form: FormView;
  back: string;
}

interface Break {
  form: 'time-out' | 'exclude';
  route: 'timeOut' | 'exclude';
  choice: 'days' | 'months';
  options: (wording: AccountWording) => Option[];
}

const points = ['login', 'money', 'tickets', 'bonuses', 'end'] as const;

/** `/my-accounts/limits/time-out`: begins a pause of some days or weeks. */
export const timeOutScreen = breakScreen({
  form: 'time-out',
  route: 'timeOut',
  choice: 'days',
  options: ({ locale }) =>
    timeOutDays.map((days) => ({ value: String(days), label: formatUnit(days, 'day', locale) })),
});

/** `/my-accounts/limits/exclude`: excludes the player for months, years or for ever. */
export const excludeScreen = breakScreen({
  form: 'exclude',
  route: 'exclude',
  choice: 'months',
  options: ({ t, locale }) =>
    exclusionMonths.map((months) =>
      months === null
        ? { value: withoutEnd, label: t('account.limits.forever') }
        : { value: String(months), label: formatUnit(months, 'month', locale) },
    ),
});

function breakScreen({ form: name, route, choice, options }: Break): Screen {
  return {
    async load(request) {
      const { t } = request.wording;
      const [banner, form] = await Promise.all([
        loadBreak(request),
        loadForm(name, request, { choices: { [choice]: options(request.wording) } }),
      ]);
      if (form.kind !== 'shown') return form;
      const view: BreakFormView = {
        running: banner.text,
        text: t(`account.limits.${route}_text`),
        points: points.map((point) => ({
          title: t(`account.limits.point.${point}`),
          text: t(`account.limits.${route}.${point}`),
        })),
        form: form.view,
        back: banner.link,
      };
      return { kind: 'shown', view };
    },
    Component: () => <ScreenContent Content={BreakForm} skeleton={<FormSkeleton />} />,
  };
}

function BreakForm({ view: { running, text, points: shown, form, back } }: { view: BreakFormView }) {
  return (
    <div className="account-form">
      <BreakBanner text={running} />
      <p className="account-form__text">{text}</p>
      <dl className="limits__points">
        {shown.map((point) => (
          <div key={point.title}>
            <dt>{point.title}</dt>
            <dd>{point.text}</dd>
          </div>
        ))}
      </dl>
      <AccountForm view={form} />
      <p className="payment__more">
        <Link to={accountRoutes.limits.path}>{back}</Link>
      </p>
    </div>
  );
}
