import { useEffect, useRef, useState } from 'react';
import type { Form, Values } from '../../shared/forms/form.ts';
import {
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
   * Receives the answer of the last call. If it returns true, the form stays busy, because the browser is about to
   * leave the page.
   */
  onDone: (data: unknown) => boolean;
}

/** Returns the visible state of a form in the browser, and whether a call is running. */
export function useForm({ form, initial, makeCall, onDone }: Options) {
  const [state, setState] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [answers, setAnswers] = useState(0);
  const element = useRef<HTMLDivElement>(null);

  // Move the focus after each answer only: editing a field changes the state too, and must keep the focus.
  useEffect(() => {
    if (answers > 0) element.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, [answers]);

  const submit = async (values: Values, isResend: boolean): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const next = await submitForm(form, { step: state.step, values, isResend }, makeCall);
    const isLeaving = next.done !== null && onDone(next.done);
    if (isLeaving) return;
    setState(next);
    setBusy(false);
    setAnswers((count) => count + 1);
  };

  const showProblem = (problem: Problem): void => setState((shown) => ({ ...shown, problem }));
  /** Editing a field clears its error and the error of the whole form (spec §4). */
  const clearProblem = (name: string): void =>
    setState((shown) => {
      const { problem } = shown;
      const concerns = problem !== null && (problem.field === name || problem.field === null);
      return concerns ? { ...shown, problem: null } : shown;
    });

  return { state, isBusy, answers, element, submit, showProblem, clearProblem };
}
