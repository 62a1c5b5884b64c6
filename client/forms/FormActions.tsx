import type { Form, FormLink } from '../../shared/forms/form.ts';
import { type FormState, stepOf } from '../../shared/forms/submit-form.ts';
import type { Translate } from '../../shared/translate.ts';
import { ResendButton } from './ResendButton.tsx';

interface FormActionsProps {
  form: Form;
  state: FormState;
  answers: number;
  isBusy: boolean;
  /** Whether the typed one-time password has too few digits. */
  isIncomplete: boolean;
  /** '' for the default language, else '/hi'. */
  langPrefix: string;
  t: Translate;
}

/** Shows the submit button, the resend button for one-time passwords, and the links of the form. */
export function FormActions({ form, state, answers, isBusy, isIncomplete, langPrefix, t }: FormActionsProps) {
  const step = stepOf(form, state.step);
  const again = state.step > 0 ? [{ label: 'form.start_again', href: form.path }] : [];
  const links: FormLink[] = [...again, ...form.links];
  return (
    <>
      <div className="form__actions">
        <button
          className="button button--primary form__submit"
          type="submit"
          // client/wake.ts repeats a click on this button after the form has hydrated.
          data-hold=""
          data-loading={isBusy || undefined}
          disabled={isBusy || isIncomplete}
        >
          {t(step.submit)}
        </button>
        {step.resends ? (
          <ResendButton key={answers} waitSeconds={state.resendAfterSeconds ?? 0} isBusy={isBusy} t={t} />
        ) : null}
      </div>
      {links.length > 0 ? (
        <ul className="form__links">
          {links.map(({ label, href, popup }) => (
            <li key={label}>
              <a className="form__link" href={`${langPrefix}${href}`} data-popup={popup}>
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
