import type { Form, Values } from '../../shared/forms/form.ts';
import type { Problem, Submission } from '../../shared/forms/submit-form.ts';
import { Upload } from '../uploads/uploads.ts';

/** The longest accepted value of a field. The longest real value is a solved captcha of about 1 kB. */
const longestValue = 4096;

interface ReadSubmission {
  submission: Submission;
  /** The problem of a field whose value no browser would send. Null if there is no such field. */
  problem: Problem | null;
}

function entriesOf(body: unknown): URLSearchParams {
  if (Buffer.isBuffer(body)) return new URLSearchParams(body.toString('utf8'));
  const upload = Upload.safeParse(body);
  return new URLSearchParams(upload.success ? Object.entries(upload.data.values) : []);
}

export function fileNamesOf({ fields }: Form): string[] {
  return fields.flatMap(({ name, control }) => (control === 'file' ? [name] : []));
}

/** The Unicode replacement character, which decoding inserts for bytes that are not UTF-8. */
const replacement = '\ufffd';

/**
 * Reads the body of a form's POST. Fields that the form does not declare are ignored.
 * @param body the bytes of application/x-www-form-urlencoded, or an upload
 * @param address the query of the request's URL. Fields with the control `address` take their values from this query.
 */
export function readSubmission(form: Form, body: unknown, address: URLSearchParams): ReadSubmission {
  const sent = entriesOf(body);
  const values: Record<string, string> = {};
  let problem: Problem | null = null;
  for (const { name, control } of form.fields) {
    const [text = '', ...others] = (control === 'address' ? address : sent).getAll(name);
    // Browsers send each line end of a text as CRLF, but count it as one character.
    const value = text.replaceAll('\r\n', '\n');
    const isShort = control === 'file' || value.length <= longestValue;
    const isHonest = others.length === 0 && isShort && !value.includes(replacement);
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

/**
 * Whether the URL has the parameters that the form needs. If a parameter is missing or invalid, the response is a 404.
 */
export function isAddressOf(form: Form, address: URLSearchParams): boolean {
  return form.fields
    .filter(({ control }) => control === 'address')
    .every(({ name, check }) => {
      const [value = '', ...others] = address.getAll(name);
      const values: Values = { [name]: value };
      return others.length === 0 && check(value, values, 'submit') === null;
    });
}
