/** Names of the details of a bank account that payment providers ask for. The names are also parts of text keys. */
export const destinationFieldNames = ['iban', 'accountNumber', 'bankCode'] as const;
export type DestinationFieldName = (typeof destinationFieldNames)[number];
