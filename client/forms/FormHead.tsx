import type { ReactNode } from 'react';
import type { Form } from '../../shared/forms/form.ts';
import { type FormState, stepOf } from '../../shared/forms/submit-form.ts';
import type { Translate } from '../../shared/translate.ts';

/** Shows the current step of a form, its instructions, and a message about the last action. */
export function FormHead({
  form,
  state,
  alert,
  t,
}: {
  form: Form;
  state: FormState;
  alert: ReactNode;
  t: Translate;
}) {
  const { title, text } = stepOf(form, state.step);
  const identifier = state.values['identifier'] ?? '';
  return (
    <>
      {form.layout === 'wizard' ? (
        <p className="form__progress">
          {t('form.step_of', { step: state.step + 1, steps: form.steps.length })}
        </p>
      ) : null}
      {title ? <h2 className="form__title">{t(title)}</h2> : null}
      {text ? <p className="form__text">{t(text, { identifier })}</p> : null}
      {alert}
      <output className="form__notice">{state.notice === null ? '' : t(state.notice, { identifier })}</output>
    </>
  );
}
