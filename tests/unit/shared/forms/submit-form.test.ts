import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../../shared/contract/envelope.ts';
import type { Message, Values } from '../../../../shared/forms/form.ts';
import { forms } from '../../../../shared/forms/forms.ts';
import { emptyForm, type MakeFormCall, submitForm } from '../../../../shared/forms/submit-form.ts';
import { formSettings } from '../../../helpers/form-settings.ts';

type FormAnswer = Answer<unknown> | { problem: Message };
const ok = (data: unknown = {}): FormAnswer => ({ success: true, firstCode: '10000', data });
const callThat = (answer: FormAnswer) => vi.fn<MakeFormCall>(async () => answer);

const login = forms.login(formSettings());
const forgot = forms['forgot-password'](formSettings());
const submitted = (values: Values, step = 0, isResend = false) => ({ step, values, isResend });
const credentials = { username: 'asha42', password: 'Kite-river-42' };

describe('submitForm', () => {
  it('shows only the first invalid field and sends no call', async () => {
    const makeCall = callThat(ok());
    const state = await submitForm(login, submitted({ username: '', password: '' }), makeCall);
    expect(state.problem).toMatchObject({ field: 'username', key: 'enter_an_username' });
    expect(makeCall).not.toHaveBeenCalled();
  });

  it('filters the input before validating and sending it', async () => {
    const makeCall = callThat(ok());
    await submitForm(login, submitted({ username: 'as_ha 42', password: ' Kite-river-42' }), makeCall);
    expect(makeCall).toHaveBeenCalledWith('accounts/login', { type: 2, ...credentials });
  });

  it('returns the answer of the last call when the form is complete', async () => {
    const state = await submitForm(login, submitted(credentials), callThat(ok({ hello: 1 })));
    expect(state).toEqual({ ...emptyForm, done: { hello: 1 } });
  });

  it('keeps the entered values after a failure, except the password', async () => {
    const answer: FormAnswer = { success: false, firstCode: '15111' };
    const state = await submitForm(login, submitted(credentials), callThat(answer));
    expect(state).toMatchObject({
      values: { username: 'asha42' },
      problem: { field: null, key: 'code.15111' },
      done: null,
    });
    expect(JSON.stringify(state)).not.toContain(credentials.password);
  });

  it('shows the platform’s error at the form field that supplied the value', async () => {
    const answer: FormAnswer = {
      success: false,
      firstCode: '10400',
      data: { fields: { mobile_no: 'enter_valid_mobile_no' } },
    };
    const state = await submitForm(forgot, submitted({ identifier: '+919876543210' }), callThat(answer));
    expect(state.problem).toEqual({ field: 'identifier', key: 'enter_valid_mobile_no' });
  });

  it('shows a message if the call could not be sent', async () => {
    const state = await submitForm(
      login,
      submitted(credentials),
      callThat({ problem: { key: 'form.offline' } }),
    );
    expect(state.problem).toEqual({ field: null, key: 'form.offline' });
  });

  it('delays the offer of another one-time password by at least 30 seconds', async () => {
    const sent = ok({ resendAfterSeconds: 0, expiresInSeconds: 600 });
    const state = await submitForm(forgot, submitted({ identifier: 'a@mail.example' }), callThat(sent));
    expect(state).toMatchObject({ step: 1, notice: 'form.otp_sent', resendAfterSeconds: 30 });
    expect(state.values['identifier']).toBe('a@mail.example');
    const later = ok({ resendAfterSeconds: 400, expiresInSeconds: 600 });
    const second = await submitForm(forgot, submitted({ identifier: 'a@mail.example' }), callThat(later));
    expect(second.resendAfterSeconds).toBe(400);
  });

  it('requests another one-time password without validating the entered one', async () => {
    const makeCall = callThat(ok({ resendAfterSeconds: 60, expiresInSeconds: 600 }));
    const values = { identifier: 'a@mail.example', otp: '12' };
    const state = await submitForm(forgot, submitted(values, 1, true), makeCall);
    expect(makeCall.mock.lastCall?.[0]).toBe('accounts/resendOtp');
    expect(state).toMatchObject({ step: 1, notice: 'form.otp_sent_again', values: { otp: '' } });
  });

  it('returns to the step whose field the platform rejects', async () => {
    const values = {
      identifier: 'a@mail.example',
      otp: '123456',
      password: 'Kite-river-42',
      confirmation: 'Kite-river-42',
    };
    const answer: FormAnswer = { success: false, firstCode: '10510' };
    const state = await submitForm(forgot, submitted(values, 2), callThat(answer));
    expect(state).toMatchObject({ step: 1, problem: { field: 'otp', key: 'code.10510' } });
  });

  it('validates the values of earlier steps again', async () => {
    const makeCall = callThat(ok());
    const state = await submitForm(forgot, submitted({ identifier: '', otp: '123456' }, 1), makeCall);
    expect(state).toMatchObject({ step: 0, problem: { field: 'identifier' } });
    expect(makeCall).not.toHaveBeenCalled();
  });
});
