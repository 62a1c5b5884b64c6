import { type DestinationFieldName, destinationFieldNames } from '../domain/destination-fields.ts';
import { keyField } from './fields.ts';
import { type Field, type Form, type FormSettings, sending, type Values } from './form.ts';

/** Returns a value without spaces and in upper case. Payment providers compare values in this form. */
export function bareValue(value = ''): string {
  return value.replaceAll(/\s/g, '').toUpperCase();
}

/**
 * A field of a bank account. Each option of `choices.bankAccount` names a field that the payment provider needs. The
 * label of the option is the pattern of valid values. When the server validates a POST without script, these options
 * are unknown, so the platform validates the value.
 */
function bankField(name: DestinationFieldName, { choices }: FormSettings): Field {
  const needed = choices?.['bankAccount'];
  const pattern = needed?.find(({ value }) => value === name)?.label;
  return {
    name,
    control: 'text',
    input: 'text',
    label: `form.${name}`,
    ...(name === 'bankCode' ? { hint: 'form.bankCode_hint' } : {}),
    autocomplete: 'off',
    maxLength: 64,
    isOptional: pattern === undefined,
    isShown: () => needed === undefined || pattern !== undefined,
    check(value) {
      if (pattern === undefined) return null;
      return new RegExp(`^(?:${pattern})$`).test(bareValue(value)) ? null : { key: `enter_${name}` };
    },
  };
}

/**
 * Declares the form that adds a bank account for withdrawals. The withdrawal page shows this form until the player has
 * added a bank account.
 */
export function addDestinationForm(settings: FormSettings): Form {
  return {
    name: 'add-destination',
    path: '/my-accounts/destinations',
    picture: 'coins',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      ...destinationFieldNames.map((name) => bankField(name, settings)),
      keyField('bank_account_sent_before'),
    ],
    steps: [
      {
        fields: [...destinationFieldNames, 'idempotencyKey'],
        submit: 'form.add-destination.submit',
        sends: sending('cashier/addDestination', (values: Values) => ({
          idempotencyKey: values['idempotencyKey'] ?? '',
          ...Object.fromEntries(
            destinationFieldNames.flatMap((name) => (values[name] ? [[name, bareValue(values[name])]] : [])),
          ),
        })),
      },
    ],
    follow: { kind: 'screen', path: '/my-accounts/withdraw', text: 'form.add-destination.done' },
    links: [],
  };
}

/**
 * A field with which players choose one of their bank accounts. The account screen with the form loads the bank
 * accounts.
 */
export function destinationField(name: string, { choices }: FormSettings): Field {
  const options = choices?.[name] ?? [];
  return {
    name,
    control: options.length > 0 ? 'select' : 'hidden',
    input: 'text',
    label: 'form.destination',
    options: () => options,
    check: (value) => (/^[0-9a-f-]{0,36}$/.test(value) ? null : { key: 'field.wrong' }),
  };
}

export function removeDestinationForm(settings: FormSettings): Form {
  return {
    name: 'remove-destination',
    path: '/my-accounts/destinations/remove',
    picture: 'coins',
    layout: 'stacked',
    playersOnly: true,
    fields: [destinationField('destinationId', settings)],
    steps: [
      {
        fields: ['destinationId'],
        submit: 'form.remove-destination.submit',
        sends: sending('cashier/removeDestination', ({ destinationId = '' }) => ({ destinationId })),
      },
    ],
    follow: {
      kind: 'screen',
      path: '/my-accounts/destinations',
      text: 'form.remove-destination.done',
    },
    links: [],
  };
}
