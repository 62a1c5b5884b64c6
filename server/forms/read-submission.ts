import type { Form, Values } from '../../shared/forms/form.ts';
import type { Problem, Submission } from '../../shared/forms/submit-form.ts';

/** Longer than any honest field: a solved captcha has about 1 kB. */
const longestValue = 4096;

interface ReadSubmission {
  submission: Submission;
  /** The error of a field that no browser would send like this. */
  problem: Problem | null;
}

/** The replacement character marks bytes that are not UTF-8. */
const replacement = '\ufffd';

/**
 * Reads the body of a form's POST. Fields that the form does not have are ignored.
 * @param body application/x-www-form-urlencoded
 * @param address the query of the request's URL, which holds the parameters of the page's address
 */
export function readSubmission(form: Form, body: Buffer, address: URLSearchParams): ReadSubmission {
  const sent = new URLSearchParams(body.toString('utf8'));
  const values: Record<string, string> = {};
  let problem: Problem | null = null;
  for (const { name, control } of form.fields) {
    const [value = '', ...others] = (control === 'address' ? address : sent).getAll(name);
    const isHonest = others.length === 0 && value.length <= longestValue && !value.includes(replacement);
    if (isHonest) values[name] = value;
    else problem ??= { field: name, key: 'field.wrong' };
  }
  const step = Number(sent.get('step') ?? 0);
  const isStep = Number.isInteger(step) && step >= 0 && step < form.steps.length;
  return {
    submission: { step: isStep ? step : 0, values, isResend: sent.get('resend') === '1' },
    problem,
  };
}

/** Whether the address has the parameters that the form needs; otherwise the page does not exist. */
export function isAddressOf(form: Form, address: URLSearchParams): boolean {
  return form.fields
    .filter(({ control }) => control === 'address')
    .every(({ name, check }) => {
      const [value = '', ...others] = address.getAll(name);
      const values: Values = { [name]: value };
      return others.length === 0 && check(value, values, 'submit') === null;
    });
}
