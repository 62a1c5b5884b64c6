import { useEffect, useRef, useState } from 'react';
import { codes } from '../../shared/contract/codes.ts';
import type { Form, Values } from '../../shared/forms/form.ts';
import {
  emptyForm,
  type FormState,
  type MakeFormCall,
  type Problem,
  submitForm,
} from '../../shared/forms/submit-form.ts';

interface Options {
  form: Form;
  initial: FormState;
  makeCall: MakeFormCall;
  /**
   * Called after the last call succeeded. It returns true if the player leaves the page or popup. The form then stays
   * busy.
   */
  onDone: (done: FormState) => boolean;
  /** Receives the code of a refused call. If it returns true, the form shows no message. */
  onRefused?: (code: string) => boolean;
}

interface Answered {
  /** Number of responses that the form has received since the page loaded. A return to the first step counts too. */
  times: number;
  /** Number of responses that confirmed the sending of a one-time password. */
  otps: number;
  /** Selector of the element that receives the focus. */
  focus: string;
  scrollTo?: 'start' | 'end';
}

/** Returns the visible state of a form in the browser, and whether a call is running. */
export function useForm({ form, initial, makeCall, onDone, onRefused }: Options) {
  const [state, setState] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [answered, setAnswered] = useState<Answered>({ times: 0, otps: 0, focus: '[data-focus]' });
  const element = useRef<HTMLDivElement>(null);

  // Move the focus only after an answer. Editing a field also changes the state, but must not move the focus.
  useEffect(() => {
    if (answered.times === 0) return;
    element.current?.querySelector<HTMLElement>(answered.focus)?.focus();
    if (answered.scrollTo) element.current?.scrollIntoView({ block: answered.scrollTo });
  }, [answered]);

  const submit = async (values: Values, isResend: boolean): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await answerWith(values, isResend);
    } catch (error) {
      reportError(error);
      setBusy(false);
      setState((shown) => ({ ...shown, problem: { field: null, key: form.failure ?? 'form.failed' } }));
      setAnswered(({ times, otps }) => ({ times: times + 1, otps, focus: '[data-focus]' }));
    }
  };

  const answerWith = async (values: Values, isResend: boolean): Promise<void> => {
    const next = await submitForm(form, { step: state.step, values, isResend }, makeCall);
    const isLeaving = next.done !== null && onDone(next);
    if (isLeaving) return;
    const isShownElsewhere = next.problem?.field === null && onRefused?.(codeOf(next.problem)) === true;
    const problem = isShownElsewhere ? null : next.problem;
    setState(({ resendAfterSeconds }) => ({
      ...next,
      problem,
      ...(next.problem ? { resendAfterSeconds } : {}),
    }));
    setBusy(false);
    const hasSentOtp = next.problem === null && next.resendAfterSeconds !== null;
    setAnswered(({ times, otps }) => ({
      times: times + 1,
      otps: hasSentOtp ? otps + 1 : otps,
      focus: '[data-focus]',
      ...scrollAfter(form, next.problem),
    }));
  };

  /** Shows a problem unless the form already shows one. Spec §5 shows only the first problem. */
  const showProblem = (problem: Problem): void =>
    setState((shown) => (shown.problem ? shown : { ...shown, problem }));
  const startOver = (): void => setState(emptyForm);
  /** Returns to the first step, and focuses its first field. */
  const startAgain = (): void => {
    setState(emptyForm);
    setAnswered(({ times, otps }) => ({ times: times + 1, otps, focus: '.field__input' }));
  };
  /** Editing a field clears its error and the error of the whole form (spec §4). */
  const clearProblem = (name: string): void =>
    setState((shown) => {
      const { problem } = shown;
      const concerns = problem !== null && (problem.field === name || problem.field === null);
      return concerns ? { ...shown, problem: null } : shown;
    });

  return {
    state,
    isBusy,
    answers: answered.times,
    otps: answered.otps,
    element,
    submit,
    showProblem,
    clearProblem,
    startOver,
    startAgain,
  };
}

/** Returns the error code that the text key of a problem contains, or '' if the key contains none. */
function codeOf({ key }: Problem): string {
  return /^code\.(\d+)$/.exec(key)?.[1] ?? '';
}

/**
 * Returns where the form scrolls. If the username is taken, the signup form scrolls to its top (spec §2). Some forms
 * show errors of the whole form at their bottom, and scroll there for these errors. For an error of another field, the
 * browser itself scrolls to the field, because the field receives the focus.
 */
function scrollAfter({ alertAt }: Form, problem: Problem | null): Pick<Answered, 'scrollTo'> {
  if (problem?.key === `code.${codes.usernameTaken}`) return { scrollTo: 'start' };
  return problem?.field === null && alertAt === 'bottom' ? { scrollTo: 'end' } : {};
}
