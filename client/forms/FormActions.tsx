import type { Form } from '../../shared/forms/form.ts';
import { type FormState, stepOf } from '../../shared/forms/submit-form.ts';
import type { Translate } from '../../shared/translate.ts';
import { ResendButton } from './ResendButton.tsx';
import { useAwake } from './use-awake.ts';

interface FormActionsProps {
  form: Form;
  state: FormState;
  /** Number of one-time passwords sent since the page loaded. */
  otps: number;
  isBusy: boolean;
  /** Whether the typed one-time password has too few digits. */
  isIncomplete: boolean;
  /** Path prefix of the form's links: '' for the default language, otherwise for example '/hi'. */
  langPrefix: string;
  popupProps: object | undefined;
  onStartAgain: () => void;
  t: Translate;
}

/** Shows the submit button, the resend button for one-time passwords, and the links of the form. */
export function FormActions(props: FormActionsProps) {
  const { form, state, otps, isBusy, isIncomplete, langPrefix, popupProps, onStartAgain, t } = props;
  const step = stepOf(form, state.step);
  const isAwake = useAwake();
  return (
    <>
      <div className="form__actions">
        <button
          className="button button--primary form__submit"
          type="submit"
          // client/when-used.ts repeats a click on this button after the form has hydrated.
          data-hold=""
          data-loading={isBusy || undefined}
          disabled={isBusy || isIncomplete}
        >
          {t(step.submit)}
        </button>
        {step.resends ? (
          <ResendButton key={otps} waitSeconds={state.resendAfterSeconds ?? 0} isBusy={isBusy} t={t} />
        ) : null}
      </div>
      {state.step > 0 || form.links.length > 0 ? (
        <ul className="form__links">
          {state.step > 0 ? (
            <li>
              {isAwake ? (
                <button className="form__link" type="button" disabled={isBusy} onClick={onStartAgain}>
                  {t('form.start_again')}
                </button>
              ) : (
                <a className="form__link" href={`${langPrefix}${form.path}`}>
                  {t('form.start_again')}
                </a>
              )}
            </li>
          ) : null}
          {form.links.map(({ label, href, popup }) => (
            <li key={label}>
              <a
                className="form__link"
                href={`${langPrefix}${href}`}
                data-popup={popup}
                data-popup-props={popup && popupProps ? JSON.stringify(popupProps) : undefined}
              >
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
