import type { InputBounds } from '../domain/input-bounds.ts';
import { parseAmount } from '../domain/money-amount.ts';
import { destinationField } from './destinations.ts';
import { hiddenField, keyField } from './fields.ts';
import { type Field, type Form, type FormSettings, sending, type Values } from './form.ts';

export const currencyField = hiddenField('currency', /^[A-Z]{3}$/);

export function minorOf({ amount = '', currency = '' }: Values): number | null {
  return currencyField.check(currency, {}, 'submit') === null ? parseAmount(amount, currency) : null;
}

/**
 * The amount, in the currency of the account. The platform checks the limits.
 * @param bounds `number` is the maximum number of digits; separators are not counted
 */
export function amountField({ number }: InputBounds): Field {
  return {
    name: 'amount',
    control: 'text',
    input: 'text',
    label: 'form.amount',
    autocomplete: 'transaction-amount',
    inputMode: 'decimal',
    // In addition to digits, players may type spaces, a currency sign, and a separator after each group of digits.
    maxLength: 2 * number,
    check(value, values) {
      if (value === '') return { key: 'enter_amount' };
      const hasTooManyDigits = value.replaceAll(/\D/g, '').length > number;
      return hasTooManyDigits || minorOf(values) === null ? { key: 'enter_valid_amount' } : null;
    },
    reportedAs: ['10601', '10602', '10610'],
  };
}

/**
 * The payment method. If there is at most one method, the field is hidden. The check accepts every well-formed id,
 * because the methods are unknown when the server validates a POST without script.
 */
function providerField({ choices }: FormSettings): Field {
  const options = choices?.['providerId'] ?? [];
  return {
    name: 'providerId',
    control: options.length > 1 ? 'select' : 'hidden',
    input: 'text',
    label: 'form.provider',
    options: () => options,
    check: (value) => (/^[a-z0-9-]{1,32}$/.test(value) ? null : { key: 'field.wrong' }),
  };
}

function paymentOf(values: Values) {
  const { providerId = '', idempotencyKey = '' } = values;
  return { amount: minorOf(values) ?? 0, providerId, idempotencyKey };
}

const names = ['amount', 'providerId', 'currency', 'idempotencyKey'];

/** Declares the form of `/deposit`. After a success, the provider's payment page opens. */
export function depositForm(settings: FormSettings): Form {
  const { langPrefix } = settings;
  return {
    name: 'deposit',
    path: '/deposit',
    picture: 'coins',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      amountField(settings.bounds),
      providerField(settings),
      currencyField,
      keyField('amount_sent_before'),
    ],
    steps: [
      {
        fields: names,
        submit: 'form.deposit.submit',
        sends: sending('cashier/deposit', (values) => ({
          ...paymentOf(values),
          returnPath: `${langPrefix}/deposit`,
        })),
      },
    ],
    follow: {
      kind: 'leave',
      path: (data) => `/deposit?payment=${paymentIdOf(data)}`,
      url: paymentUrlOf,
    },
    links: [],
  };
}

const paymentUrlOf = (data: unknown): string | null => stringOf(data, 'paymentUrl');
const paymentIdOf = (data: unknown): string => stringOf(data, 'paymentId') ?? '';

function stringOf(data: unknown, name: string): string | null {
  const entry = Object.entries(Object(data)).find(([key]) => key === name);
  return typeof entry?.[1] === 'string' ? entry[1] : null;
}

export function withdrawForm(settings: FormSettings): Form {
  return {
    name: 'withdraw',
    path: '/my-accounts/withdraw',
    picture: 'coins',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      amountField(settings.bounds),
      destinationField('destination', settings),
      currencyField,
      keyField('amount_sent_before'),
    ],
    steps: [
      {
        fields: ['amount', 'destination', 'currency', 'idempotencyKey'],
        submit: 'form.withdraw.submit',
        sends: sending('cashier/withdraw', (values) => ({
          amount: minorOf(values) ?? 0,
          idempotencyKey: values['idempotencyKey'] ?? '',
          ...(values['destination'] ? { destination: values['destination'] } : {}),
        })),
      },
    ],
    codeTexts: { '10601': 'form.withdraw.too_much' },
    follow: { kind: 'screen', path: '/my-accounts/withdrawals', text: 'form.withdraw.done' },
    links: [],
  };
}
