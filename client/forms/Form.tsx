import { type DOMAttributes, type SubmitEvent, useEffect, useId, useState } from 'react';
import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import { messageValues } from '../../shared/domain/input-messages.ts';
import type { Form as FormDeclaration } from '../../shared/forms/form.ts';
import { emptyForm, type FormState } from '../../shared/forms/submit-form.ts';
import type { Formats } from '../../shared/pages/form.ts';
import type { Translate } from '../../shared/translate.ts';
import { CaptchaNote } from './CaptchaNote.tsx';
import { continueAt } from './continue-at.ts';
import { FormActions } from './FormActions.tsx';
import { FormDone } from './FormDone.tsx';
import { FormFields, fieldsAt } from './FormFields.tsx';
import { FormHead } from './FormHead.tsx';
import { focusProps } from './focus-props.ts';
import { createFormCall } from './form-call.ts';
import { onLeft, onPasted, onTyped, typedValues } from './form-events.ts';
import { useAwake } from './use-awake.ts';
import { useForm } from './use-form.ts';

export interface FormProps {
  form: FormDeclaration;
  bounds: InputBounds;
  t: Translate;
  /** Path prefix of the form's links: '' for the default language, else '/hi'. */
  langPrefix: string;
  /** Calling codes for the phone field; the first one is preselected. */
  phoneCodes: readonly string[];
  formats: Formats;
  /** The state after a submission without script, as the site rendered it. */
  initial?: FormState;
  /** Receives the answer of the last call. If it returns true, the page or popup closes and the form stays busy. */
  onDone?: (data: unknown) => boolean;
}

/**
 * Renders a form declaration in pages and popups, on the server and in the browser. Without script the form posts to
 * its own page.
 */
export function Form(props: FormProps) {
  const { form, bounds, t, langPrefix, initial = emptyForm } = props;
  const idPrefix = useId();
  const [{ makeCall, prepareCaptcha }] = useState(createFormCall);
  const [typedOtp, setTypedOtp] = useState<string | null>(null);
  const isAwake = useAwake();
  const onDone = props.onDone ?? (() => followDone(form, langPrefix));
  const { state, isBusy, answers, element, submit, showProblem, clearProblem } = useForm({
    form,
    initial,
    makeCall,
    onDone,
  });
  const hasCaptcha = form.fields.some(({ control }) => control === 'captcha');
  useEffect(() => {
    if (hasCaptcha) void prepareCaptcha();
  }, [hasCaptcha, prepareCaptcha]);

  const { problem } = state;
  const { current } = fieldsAt(form, state.step);
  const problemText = problem
    ? t(problem.key, { ...messageValues(problem.key, bounds), ...problem.values })
    : '';
  const isAlert = problem !== null && !current.some(({ name }) => name === problem.field);
  const isAnswerOfSite = initial !== emptyForm && answers === 0;
  const otp = current.find(({ control }) => control === 'otp');
  const otpLength = (typedOtp ?? state.values['otp'] ?? '').length;
  // Spec §4: the button is enabled once the code is complete.
  const isIncomplete = isAwake && form.layout === 'stacked' && otpLength < (otp?.maxLength ?? 0);

  if (state.done !== null)
    return (
      <div className="form" ref={element}>
        <FormDone {...props} data={state.done} focus={focusProps(true, isAnswerOfSite)} />
      </div>
    );

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isResend = submitter instanceof HTMLButtonElement && submitter.name === 'resend';
    setTypedOtp(null);
    void submit(typedValues(form, event.currentTarget, state.values), isResend);
  };
  const typing: Pick<DOMAttributes<HTMLFormElement>, 'onInput' | 'onPaste' | 'onBlur'> = {
    onInput: ({ nativeEvent }) => {
      const field = onTyped(form, nativeEvent);
      if (field) clearProblem(field.name);
    },
    onPaste: ({ nativeEvent }) => onPasted(form, nativeEvent),
    onBlur: ({ nativeEvent, currentTarget }) => {
      const field = onLeft(form, nativeEvent);
      const values = typedValues(form, currentTarget, state.values);
      const message = field?.check(values[field.name] ?? '', values, 'blur');
      if (field && message && !problem) showProblem({ ...message, field: field.name });
    },
  };
  const shared = { form, state, answers, isAnswerOfSite, t };

  return (
    <div className="form" ref={element}>
      <form method="post" noValidate aria-busy={isBusy} onSubmit={onSubmit} {...typing}>
        <FormHead
          {...shared}
          alert={isAlert ? problemText : null}
          focus={focusProps(isAlert, isAnswerOfSite)}
        />
        <input type="hidden" name="step" value={state.step} />
        <FormFields
          {...shared}
          problemText={problemText}
          idPrefix={idPrefix}
          bounds={bounds}
          phoneCodes={props.phoneCodes}
          onOtp={setTypedOtp}
        />
        {hasCaptcha ? <CaptchaNote t={t} /> : null}
        <FormActions {...shared} isBusy={isBusy} isIncomplete={isIncomplete} langPrefix={langPrefix} />
      </form>
    </div>
  );
}

/**
 * Opens the page that the form declares for success.
 * @returns true if the browser leaves the current page
 */
function followDone({ follow }: FormDeclaration, langPrefix: string): boolean {
  if (follow.kind !== 'go') return false;
  location.assign(continueAt(langPrefix));
  return true;
}
