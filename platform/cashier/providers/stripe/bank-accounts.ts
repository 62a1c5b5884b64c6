import type { DestinationField } from '../../../../shared/contract/destinations.ts';
import type { DestinationFieldName } from '../../../../shared/domain/destination-fields.ts';

/** A bank account in the form of Stripe's API. */
export interface BankAccount {
  account_number: string;
  routing_number?: string;
  country: string;
  currency: string;
}

type Values = Readonly<Partial<Record<DestinationFieldName, string>>>;

interface Format {
  fields: readonly DestinationField[];
  /** Returns the country of the bank, which must be the country of the player. */
  countryOf(values: Values): string;
}

const always = (country: string) => () => country;
const ofIban = ({ iban = '' }: Values) => iban.slice(0, 2);

/**
 * The formats of bank accounts by currency. Pounds are missing, because Stripe requires a check of the account's name
 * before a payout within the United Kingdom.
 */
const formats: Readonly<Record<string, Format>> = {
  EUR: {
    fields: [{ name: 'iban', maxLength: 34, pattern: '[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}' }],
    countryOf: ofIban,
  },
  INR: {
    fields: [
      { name: 'accountNumber', maxLength: 18, pattern: '[0-9]{9,18}' },
      { name: 'bankCode', maxLength: 11, pattern: '[A-Z]{4}0[0-9A-Z]{6}' },
    ],
    countryOf: always('IN'),
  },
  NOK: { fields: [{ name: 'iban', maxLength: 15, pattern: 'NO[0-9]{13}' }], countryOf: ofIban },
  USD: {
    fields: [
      { name: 'accountNumber', maxLength: 17, pattern: '[0-9]{4,17}' },
      { name: 'bankCode', maxLength: 9, pattern: '[0-9]{9}' },
    ],
    countryOf: always('US'),
  },
};

/** Returns the fields of a bank account. The list is empty for a currency that is not paid out. */
export function bankAccountFields(currencyCode: string): readonly DestinationField[] {
  return formats[currencyCode]?.fields ?? [];
}

/**
 * Returns the bank account that a player entered, in the form of Stripe's API. Null for a currency that is not paid
 * out.
 */
export function bankAccountOf(currencyCode: string, values: Values): BankAccount | null {
  const format = formats[currencyCode];
  if (!format) return null;
  const { iban, accountNumber, bankCode } = values;
  return {
    account_number: iban ?? accountNumber ?? '',
    ...(bankCode !== undefined && { routing_number: bankCode }),
    country: format.countryOf(values),
    currency: currencyCode.toLowerCase(),
  };
}
