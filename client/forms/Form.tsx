import {
  type DOMAttributes,
  memo,
  type SubmitEvent,
  useDeferredValue,
  useEffect,
  useId,
  useState,
} from 'react';
import { messageValues } from '../../shared/domain/input-messages.ts';
import type { Control, Form as FormDeclaration, FormSettings, Values } from '../../shared/forms/form.ts';
import { emptyForm, type FormState, type Problem } from '../../shared/forms/submit-form.ts';
import type { Formats } from '../../shared/pages/form.ts';
import type { Translate } from '../../shared/translate.ts';
import { reasonMessage } from '../ui/refusal-message.ts';
import { createAsking } from './ask-platform.ts';
import { CaptchaNote } from './CaptchaNote.tsx';
import { continueAt } from './continue-at.ts';
import { FormActions } from './FormActions.tsx';
import { FormAlert } from './FormAlert.tsx';
import { FormDone } from './FormDone.tsx';
import { FormFields, fieldsAt } from './FormFields.tsx';
import { FormHead } from './FormHead.tsx';
import { focusProps } from './focus-props.ts';
import { checkQuietly, createFormCall } from './form-call.ts';
import { onLeft, onPasted, onTyped, typedValues } from './form-events.ts';
import { ReasonLink } from './ReasonLink.tsx';
import { SendProgress } from './SendProgress.tsx';
import { useAwake } from './use-awake.ts';
import { useForm } from './use-form.ts';
import { useLinkedValue } from './use-linked-value.ts';

export interface FormProps {
  form: FormDeclaration;
  settings: FormSettings;
  t: Translate;
  /** Path prefix of the form's links: '' for the default language, otherwise for example '/hi'. */
  langPrefix: string;
  formats: Formats;
  /** State of the form that the site rendered after a submission without script. */
  initial?: FormState;
  /** Initial values of the fields. */
  prefilled?: Values;
  /** Path to which a browser without script posts the form. The default is the address of the page. */
  action?: string;
  /**
   * Called after the last call succeeded. It returns true if the player leaves the page or popup. The form then stays
   * busy.
   */
  onDone?: (done: FormState) => boolean;
  /** Receives the code of a refused call. If it returns true, the form shows no message. */
  onRefused?: (code: string) => boolean;
  /** Props of the popups that the form's links open. */
  popupProps?: object;
}

/**
 * Renders a form declaration in pages and popups, on the server and in the browser. Without script the form posts to
 * its own page.
 */
export function Form(props: FormProps) {
  // Defer the second render of a hydrated form. Otherwise React would hydrate all fields of the form in one long task.
  const isAwake = useDeferredValue(useAwake());
  return <FormBody {...props} isAwake={isAwake} />;
}

const FormBody = memo(function FormBody(props: FormProps & { isAwake: boolean }) {
  const { form, settings, t, langPrefix, action, prefilled, isAwake } = props;
  const isAnswer = props.initial !== undefined;
  const idPrefix = useId();
  const { makeCall, prepare, sentShare, hasCaptcha } = useFormCall(form);
  const [asking] = useState(() => createAsking(form, checkQuietly));
  const [typedOtp, setTypedOtp] = useState<string | null>(null);
  const onDone = props.onDone ?? (() => followDone(form, langPrefix));
  const { state, isBusy, answers, otps, element, submit, showProblem, clearProblem, startOver, startAgain } =
    useForm({
      form,
      initial: props.initial ?? (prefilled ? { ...emptyForm, values: prefilled } : emptyForm),
      makeCall,
      onDone,
      ...(props.onRefused ? { onRefused: props.onRefused } : {}),
    });
  const { chosen, tabChanges, choose, chooseEarly } = useChoices(form, { startOver, clearProblem });
  const hasFiles = hasControl(form, 'file');
  useLinkedValue(form, element);

  const { problem } = state;
  // Without script, the form does not know which options the player has chosen. It therefore shows every field and
  // every option.
  const choices = isAwake ? { ...initialValues(form), ...state.values, ...chosen } : {};
  const { current } = fieldsAt(form, state.step, choices);
  const problemText = problem ? textOf(problem, props) : '';
  const isAlert = problem !== null && !current.some(({ name }) => name === problem.field);
  const isAnswerOfSite = isAnswer && answers === 0;
  const otp = current.find(({ control }) => control === 'otp');
  const otpLength = (typedOtp ?? state.values['otp'] ?? '').length;
  // Spec §4: enable the submit button only when the one-time password is complete.
  const isIncomplete = isAwake && form.layout === 'stacked' && otpLength < (otp?.maxLength ?? 0);

  if (state.done !== null)
    return (
      <div className="form" ref={element}>
        <FormDone
          {...props}
          data={state.done}
          next={isAnswerOfSite ? state.next : continueAt(langPrefix, state.next)}
          focus={focusProps(true, isAnswerOfSite)}
        />
      </div>
    );

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isResend = submitter instanceof HTMLButtonElement && submitter.name === 'resend';
    setTypedOtp(null);
    prepare(new FormData(event.currentTarget));
    void submit(typedValues(form, event.currentTarget, state.values), isResend);
  };
  const typing = typingHandlers({ form, state, asking, clearProblem, showProblem });
  const shared = { form, state, answers, isAnswerOfSite, t };
  const alert = isAlert ? <FormAlert text={problemText} focus={focusProps(true, isAnswerOfSite)} /> : null;

  return (
    <div className="form" ref={element}>
      <form
        method="post"
        action={action}
        encType={hasFiles ? 'multipart/form-data' : undefined}
        noValidate
        aria-busy={isBusy}
        onSubmit={onSubmit}
        {...typing}
      >
        <FormHead {...shared} alert={form.alertAt === 'bottom' ? null : alert} />
        <input type="hidden" name="step" value={state.step} />
        <HiddenFields form={form} values={state.values} />
        <FormFields
          {...shared}
          problemText={problemText}
          idPrefix={idPrefix}
          settings={settings}
          langPrefix={langPrefix}
          choices={choices}
          tabChanges={tabChanges}
          onOtp={setTypedOtp}
          onChoice={choose}
          onEarlyChoice={chooseEarly}
        />
        {problem?.reason ? <ReasonLink reason={problem.reason} langPrefix={langPrefix} t={t} /> : null}
        {hasCaptcha ? <CaptchaNote t={t} /> : null}
        {form.alertAt === 'bottom' ? alert : null}
        {hasFiles ? <SendProgress share={isBusy ? sentShare : null} t={t} /> : null}
        <FormActions
          {...shared}
          otps={otps}
          isBusy={isBusy}
          isIncomplete={isIncomplete}
          langPrefix={langPrefix}
          popupProps={props.popupProps}
          onStartAgain={startAgain}
        />
      </form>
    </div>
  );
});

/** Makes the calls of a form, with its files and the answer of its captcha. */
function useFormCall(form: FormDeclaration) {
  const [sentShare, setSentShare] = useState(0);
  const [{ makeCall, prepareCaptcha, attach }] = useState(() => createFormCall(form, setSentShare));
  const hasCaptcha = hasControl(form, 'captcha');
  useEffect(() => {
    if (hasCaptcha) void prepareCaptcha();
  }, [hasCaptcha, prepareCaptcha]);
  const prepare = (data: FormData): void => {
    setSentShare(0);
    attach(data);
  };
  return { makeCall, prepare, sentShare, hasCaptcha };
}

/**
 * Keeps the options that the player has chosen. When the player chooses another tab, all other chosen options are
 * forgotten, because each tab is a form of its own.
 */
function useChoices(
  form: FormDeclaration,
  { startOver, clearProblem }: Pick<ReturnType<typeof useForm>, 'startOver' | 'clearProblem'>,
) {
  const [chosen, setChosen] = useState<Values>({});
  const [tabChanges, setTabChanges] = useState(0);
  const choose = (name: string, value: string): void => {
    const isTab = form.fields.some((field) => field.name === name && field.control === 'tabs');
    setChosen(isTab ? { [name]: value } : { ...chosen, [name]: value });
    if (isTab) {
      setTabChanges(tabChanges + 1);
      startOver();
    } else clearProblem(name);
  };
  const chooseEarly = (name: string, value: string): void =>
    setChosen((others) => ({ ...others, [name]: value }));
  return { chosen, tabChanges, choose, chooseEarly };
}

function hasControl({ fields }: FormDeclaration, wanted: Control): boolean {
  return fields.some(({ control }) => control === wanted);
}

function textOf(problem: Problem, { settings, formats, t }: FormProps): string {
  if (problem.reason) {
    const { key, values } = reasonMessage(problem.reason, formats);
    return t(key, values);
  }
  return t(problem.key, { ...messageValues(problem.key, settings.bounds), ...problem.values });
}

/** Returns the handlers that filter the typed text, and check a field when the player leaves it. */
function typingHandlers({
  form,
  state,
  asking: { ask, forget },
  clearProblem,
  showProblem,
}: {
  form: FormDeclaration;
  state: FormState;
  asking: ReturnType<typeof createAsking>;
} & Pick<ReturnType<typeof useForm>, 'clearProblem' | 'showProblem'>): Pick<
  DOMAttributes<HTMLFormElement>,
  'onInput' | 'onPaste' | 'onBlur'
> {
  return {
    onInput: ({ nativeEvent }) => {
      const field = onTyped(form, nativeEvent);
      if (!field) return;
      forget(field);
      clearProblem(field.name);
    },
    onPaste: ({ nativeEvent }) => onPasted(form, nativeEvent),
    onBlur: ({ nativeEvent, currentTarget }) => {
      const field = onLeft(form, nativeEvent);
      const values = typedValues(form, currentTarget, state.values);
      const message = field?.check(values[field.name] ?? '', values, 'blur');
      if (!field || state.problem) return;
      if (message) showProblem({ ...message, field: field.name });
      else void ask(field, values).then((found) => found && showProblem(found));
    },
  };
}

function HiddenFields({ form, values }: { form: FormDeclaration; values: Values }) {
  return form.fields
    .filter(({ control }) => control === 'key' || control === 'hidden')
    .map(({ name }) => <input key={name} type="hidden" name={name} value={values[name] ?? ''} />);
}

function initialValues({ fields }: FormDeclaration): Values {
  return Object.fromEntries(
    fields.map(({ name, control, initial, options }) => [
      name,
      initial ?? (control === 'tabs' ? options?.({})[0]?.value : undefined) ?? '',
    ]),
  );
}

/**
 * Opens the page that the form declares for a success.
 * @returns true if the browser leaves the current page
 */
function followDone({ follow }: FormDeclaration, langPrefix: string): boolean {
  if (follow.kind !== 'go') return false;
  location.assign(continueAt(langPrefix));
  return true;
}
