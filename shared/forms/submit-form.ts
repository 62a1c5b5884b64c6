import type { CallName, CallRequest } from '../contract/calls.ts';
import type { Answer } from '../contract/envelope.ts';
import type { RefusalReason } from '../contract/refusal-reasons.ts';
import { filterOnBlur } from '../domain/input-filters.ts';
import type { Field, Form, Message, Step, Values } from './form.ts';

/** An error message for the player. If `field` is null, the message is about the whole form. */
export interface Problem extends Message {
  field: string | null;
  /** The platform's reason for refusing the call. If it is set, the message is composed from this reason. */
  reason?: RefusalReason;
}

/** The visible state of a form. The server sends it to the browser as JSON, without passwords. */
export interface FormState {
  step: number;
  /** The values typed in this step and earlier steps. */
  values: Values;
  problem: Problem | null;
  /** Text key of a message about the player's last action, or null. */
  notice: string | null;
  /** Seconds until a one-time password can be sent again; null if none was sent. */
  resendAfterSeconds: number | null;
  /** The data of the platform's answer to the last step. Null until the last step has succeeded. */
  done: unknown;
  /**
   * The path to open after success. In the result of `submitForm`, this path has no language prefix. In the state that
   * the site sends to the browser, the path is complete.
   */
  next: string | null;
}

export const emptyForm: FormState = {
  step: 0,
  values: {},
  problem: null,
  notice: null,
  resendAfterSeconds: null,
  done: null,
  next: null,
};

/** A submission: the values of the current step and of earlier steps. */
export interface Submission {
  step: number;
  values: Values;
  /** True if the player asked for another one-time password. */
  isResend: boolean;
}

/**
 * Makes a call. The promise resolves to the platform's answer. If no call was made, for example because the browser is
 * offline, it resolves to a message.
 */
export type MakeFormCall = (
  name: CallName,
  data: CallRequest<CallName>,
) => Promise<Answer<unknown> | { problem: Message }>;

/** Minimum delay between two one-time passwords. A message needs some time to arrive. */
const shortestResendSeconds = 30;

export function stepOf(form: Form, index: number): Step {
  return form.steps[index] ?? form.steps[0];
}

function stepIndexOf(form: Form, name: string): number {
  return form.steps.findIndex(({ fields }) => fields.includes(name));
}

export function fieldsOf(form: Form, { fields }: Pick<Step, 'fields'>): Field[] {
  return fields.flatMap((name) => form.fields.find((field) => field.name === name) ?? []);
}

export function isShown({ isShown: rule }: Field, values: Values): boolean {
  return rule?.(values) ?? true;
}

/** Filters the values of the form's fields (spec §5), and drops all other values. */
export function filteredValues(form: Form, values: Values): Values {
  return Object.fromEntries(
    form.fields.map(({ name, input }) => [name, filterOnBlur(input, values[name] ?? '')]),
  );
}

/** Returns the problem of the first invalid field, in the order of the form's fields. */
export function firstProblem(form: Form, steps: readonly Step[], values: Values): Problem | null {
  const names = new Set(steps.flatMap(({ fields }) => fields));
  for (const field of form.fields) {
    if (!names.has(field.name) || !isShown(field, values)) continue;
    const message = field.check(values[field.name] ?? '', values, 'submit');
    if (message) return { ...message, field: field.name };
  }
  return null;
}

/** Whether a field's value must never be written into a document, because it is secret or a file. */
function isSecret({ control }: Field): boolean {
  return ['password', 'new-password', 'captcha', 'file'].includes(control);
}

function withoutSecrets(form: Form, values: Values): Values {
  const kept = form.fields.filter((field) => !isSecret(field));
  return Object.fromEntries(kept.map(({ name }) => [name, values[name] ?? '']));
}

/** Converts an unsuccessful answer to an error message, and finds the field at which the message is shown. */
export function problemOf(form: Form, answer: Exclude<Answer<unknown>, { success: true }>): Problem {
  const { firstCode, data } = answer;
  const why = data && 'kind' in data ? { reason: data } : {};
  const reported = answer.data?.fields ?? {};
  const codeText = form.codeTexts?.[firstCode] ?? `code.${firstCode}`;
  for (const { name, reportedAs = [] } of form.fields) {
    if (reportedAs.includes(firstCode)) return { field: name, key: codeText, ...why };
    const key = [name, ...reportedAs].map((reportedName) => reported[reportedName]).find(Boolean);
    if (key) return { field: name, key };
  }
  return { field: null, key: codeText, ...why };
}

/** Returns the seconds until a one-time password can be sent again, or null if the answer contains no such time. */
function resendSecondsOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('resendAfterSeconds' in data)) return null;
  return Math.max(shortestResendSeconds, Number(data.resendAfterSeconds) || 0);
}

/**
 * Validates a submission and makes the call of the current step. Browser and site share this code.
 * @returns the next state of the form. If a value is invalid, this state has a `problem` and shows the step that
 * contains the invalid field.
 */
export async function submitForm(
  form: Form,
  submission: Submission,
  makeCall: MakeFormCall,
): Promise<FormState> {
  const values = filteredValues(form, submission.values);
  const shown = withoutSecrets(form, values);
  const { step: index, isResend } = submission;
  const step = stepOf(form, index);
  const failed = (problem: Problem): FormState => {
    const at = problem.field === null ? index : stepIndexOf(form, problem.field);
    return { ...emptyForm, step: at, values: shown, problem, resendAfterSeconds: step.resends ? 0 : null };
  };

  const wrong = firstProblem(form, form.steps.slice(0, isResend ? index : index + 1), values);
  if (wrong) return failed(wrong);
  const sends = isResend && step.resends ? step.resends : step.sends;
  const answer = await makeCall(sends.call, sends.data(values));
  if ('problem' in answer) return failed({ ...answer.problem, field: null });
  if (!answer.success) return failed(problemOf(form, answer));

  const resendAfterSeconds = resendSecondsOf(answer.data);
  if (isResend)
    return {
      ...emptyForm,
      step: index,
      values: { ...shown, otp: '' },
      notice: 'form.otp_sent_again',
      resendAfterSeconds,
    };
  if (index + 1 < form.steps.length) {
    const notice = step.notice ?? (resendAfterSeconds === null ? 'form.otp_verified' : 'form.otp_sent');
    return { ...emptyForm, step: index + 1, values: shown, notice, resendAfterSeconds };
  }
  return {
    ...emptyForm,
    step: index,
    done: answer.data ?? {},
    next: form.next?.(values, answer.data) ?? null,
  };
}
