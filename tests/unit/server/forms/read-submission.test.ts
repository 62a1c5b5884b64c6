import { describe, expect, it } from 'vitest';
import { isAddressOf, readSubmission } from '../../../../server/forms/read-submission.ts';
import { forms } from '../../../../shared/forms/forms.ts';
import { formSettings } from '../../../helpers/form-settings.ts';

const login = forms.login(formSettings());
const stop = forms['stop-invitations']();
const read = (body: string | Buffer, address = '') =>
  readSubmission(login, Buffer.from(body), new URLSearchParams(address));

const isAddress = (query: string) => isAddressOf(stop, new URLSearchParams(query));

describe('readSubmission', () => {
  it('reads the fields, the step and the resend button of a form', () => {
    expect(read('username=asha42&password=x+y%21&step=0&resend=1&other=1')).toEqual({
      submission: { step: 0, values: { username: 'asha42', password: 'x y!' }, isResend: true },
      problem: null,
    });
  });

  it.each([
    ['sent twice', 'username=a&username=b'],
    ['over-long', `username=${'a'.repeat(5000)}`],
    ['not UTF-8 (percent-encoded)', 'username=%ff%fe'],
    ['not UTF-8 (raw bytes)', Buffer.from([...Buffer.from('username='), 0xff, 0xfe])],
  ])('for a field that is %s, reports an error and drops the value', (_case, body) => {
    const { submission, problem } = read(body);
    expect(problem).toEqual({ field: 'username', key: 'field.wrong' });
    expect(submission.values['username']).toBeUndefined();
  });

  it('falls back to the first step if the step is invalid', () => {
    for (const step of ['-1', '1', '0.5', 'x', '']) expect(read(`step=${step}`).submission.step).toBe(0);
  });

  it('reads a URL parameter only from the URL, not from the request body', () => {
    const body = Buffer.from('token=body');
    const { submission } = readSubmission(stop, body, new URLSearchParams('token=address'));
    expect(submission.values).toEqual({ token: 'address' });
  });
});

describe('isAddressOf', () => {
  it('accepts a URL only if the token parameter is well formed', () => {
    expect(isAddress(`token=${'a'.repeat(64)}`)).toBe(true);
    expect(isAddress('token=short')).toBe(false);
    expect(isAddress('')).toBe(false);
    expect(isAddress(`token=${'a'.repeat(64)}&token=b`)).toBe(false);
  });
});
