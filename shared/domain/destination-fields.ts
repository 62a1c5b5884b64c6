/** Everything that payment providers ask about a bank account. The names are also keys of texts. */
export const destinationFieldNames = ['iban', 'accountNumber', 'bankCode'] as const;
export type DestinationFieldName = (typeof destinationFieldNames)[number];
