import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Form } from '../../../../client/forms/Form.tsx';
import type { Form as FormDeclaration } from '../../../../shared/forms/form.ts';
import { forms } from '../../../../shared/forms/forms.ts';
import { emptyForm, type FormState } from '../../../../shared/forms/submit-form.ts';
import { formSettings } from '../../../helpers/form-settings.ts';
import { byTag, elementsOf, parseMarkup } from '../../../helpers/markup.ts';
import { sampleTranslate } from '../../../helpers/sample-document.ts';

const settings = formSettings();

function render(form: FormDeclaration, state: Partial<FormState> | null = null) {
  return parseMarkup(
    renderToString(
      <Form
        form={form}
        settings={settings}
        t={sampleTranslate}
        langPrefix="/nb"
        formats={{
          locale: 'en-IN',
          timeZone: 'Asia/Kolkata',
          currency: { style: 'currency', currencyDisplay: 'symbol' },
        }}
        {...(state ? { initial: { ...emptyForm, ...state } } : {})}
      />,
    ),
  );
}
const inputNamed = (root: ReturnType<typeof render>, name: string) =>
  elementsOf(root).find(({ attributes }) => attributes['name'] === name);
const byClass = (root: ReturnType<typeof render>, className: string) =>
  elementsOf(root).filter(({ attributes }) => attributes['class']?.split(' ').includes(className));

describe('a form before its submission', () => {
  it('posts to the current page and disables browser validation', () => {
    const [form] = byTag(render(forms.login(settings)), 'form');
    expect(form?.attributes).toMatchObject({ method: 'post' });
    expect(form?.attributes['action']).toBeUndefined();
    expect(form?.attributes['novalidate'] ?? form?.attributes['noValidate']).toBeDefined();
  });

  it('gives the password field a label, an autocomplete value and a maximum length', () => {
    const root = render(forms.login(settings));
    const labels = byTag(root, 'label').map(({ attributes, text }) => [attributes['for'], text]);
    const password = inputNamed(root, 'password');
    expect(labels).toContainEqual([password?.attributes['id'], 'Password']);
    expect(password?.attributes).toMatchObject({ type: 'password' });
    expect(Object.values(password?.attributes ?? {})).toContain('current-password');
    expect(Object.values(password?.attributes ?? {})).toContain('32');
  });

  it('renders no field for a captcha or a URL parameter', () => {
    expect(inputNamed(render(forms.contact(settings)), 'captcha')).toBeUndefined();
    expect(inputNamed(render(forms['stop-invitations']()), 'token')).toBeUndefined();
  });

  it('keeps the language of the page in links to other pages', () => {
    const [link] = byTag(render(forms.login(settings)), 'a');
    expect(link?.attributes['href']).toBe('/nb/forgot-password');
  });

  it('has no field with autofocus', () => {
    expect(
      elementsOf(render(forms.login(settings))).some(({ attributes }) => 'autofocus' in attributes),
    ).toBe(false);
  });
});

describe('a form with an error', () => {
  it('shows the error at the invalid field and focuses that field', () => {
    const problem = { field: 'password', key: 'enter_a_password' };
    const root = render(forms.login(settings), { values: { username: 'asha42' }, problem });
    const password = inputNamed(root, 'password');
    const [message] = byClass(root, 'field__error');
    expect(message?.text).toBe('Enter a password.');
    expect(password?.attributes).toMatchObject({
      'aria-invalid': 'true',
      'aria-describedby': message?.attributes['id'],
    });
    expect(password?.attributes).toHaveProperty('autofocus');
    expect(inputNamed(root, 'username')?.attributes['value']).toBe('asha42');
  });

  it('shows an error that belongs to no field as an alert', () => {
    const root = render(forms.login(settings), { problem: { field: null, key: 'code.15113' } });
    const [alert] = byClass(root, 'form__alert');
    expect(alert?.attributes).toMatchObject({ role: 'alert', tabindex: '-1' });
    expect(alert?.text).toContain('Too many wrong passwords.');
  });

  it('fills the configured bounds into the error message', () => {
    const problem = { field: 'username', key: 'enter_valid_username' };
    const [message] = byClass(render(forms.login(settings), { problem }), 'field__error');
    expect(message?.text).toContain('3 to 16');
  });
});

describe('a form at a later step', () => {
  const values = { identifier: 'asha42@mail.example' };

  it('hides the fields of earlier wizard steps and shows the current step', () => {
    const root = render(forms['forgot-password'](settings), { step: 1, values, notice: 'form.otp_sent' });
    expect(inputNamed(root, 'identifier')?.attributes).toMatchObject({
      type: 'hidden',
      value: values.identifier,
    });
    expect(byClass(root, 'form__progress')[0]?.text).toBe('Step 2 of 3');
    expect(inputNamed(root, 'otp')?.attributes).toHaveProperty('autofocus');
    expect(inputNamed(root, 'resend')?.attributes).not.toHaveProperty('disabled');
  });

  it('makes the fields of earlier steps read-only if all steps are on one page', () => {
    const form = forms['forgot-password'](formSettings({ forgot: 'popup' }));
    const identifier = inputNamed(render(form, { step: 1, values }), 'identifier');
    expect(identifier?.attributes).toMatchObject({ value: values.identifier });
    expect(Object.keys(identifier?.attributes ?? {}).map((name) => name.toLowerCase())).toContain('readonly');
  });
});

describe('a completed form', () => {
  it('shows values from the answer in the success message', () => {
    const root = render(forms.contact(settings), { done: { reference: 'GL-A0277-DF787' } });
    expect(byTag(root, 'form')).toEqual([]);
    expect(byClass(root, 'form-done__text')[0]?.text).toContain('GL-A0277-DF787');
  });

  it.each([
    ['pending', 'The draw is still to come'],
    ['no_win', 'No prize this time'],
    ['won', 'This ticket has won ₹12,345'],
    ['paid', 'Prize paid'],
    ['refused', 'Prize refused'],
    ['voided', 'This draw does not count'],
  ])('shows the status of a ticket: %s', (status, title) => {
    const done = {
      receiptNumber: 'JACKPOT-94-GP67YF2GBW',
      gameId: 'jackpot',
      gameName: 'Golden Jackpot 6/49',
      drawId: 'jackpot-94',
      drawNumber: 94,
      drawStartDate: '2026-11-25T15:00:00.000Z',
      lines: 1,
      totalPrice: 5000,
      currencyCode: 'INR',
      boughtAt: '2026-11-21T18:38:00.000Z',
      status,
      correction:
        status === 'voided' ? { kind: 'voided', at: '2026-11-26T15:00:00.000Z', reason: 'Power cut' } : null,
      refusal: status === 'refused' ? { at: '2026-11-26T15:00:00.000Z', reason: 'Two accounts' } : null,
      wonAmount: status === 'won' || status === 'paid' ? 12_345_00 : 0,
      paidAt: status === 'paid' ? '2026-11-25T15:05:00.000Z' : null,
      prizes:
        status === 'paid' ? [{ lineNo: 1, prizeNo: 3, prizeName: 'Third prize', amount: 12_345_00 }] : [],
    };
    const root = render(forms['claim-status'](settings), { done });
    expect(byClass(root, 'form-done__title')[0]?.text).toContain(title);
    expect(byTag(root, 'dd').map(({ text }) => text)).toContain('₹50');
    expect(byTag(root, 'td').map(({ text }) => text)).toEqual(
      status === 'paid' ? ['1', 'Third prize', '₹12,345'] : [],
    );
    expect(byClass(root, 'form__note')[0]?.text ?? '').toContain(
      { voided: 'Power cut', refused: 'Two accounts' }[status] ?? '',
    );
  });
});
