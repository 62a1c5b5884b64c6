/** Names of the details of a bank account that payment providers ask for. The names are also keys of texts. */
export const destinationFieldNames = ['iban', 'accountNumber', 'bankCode'] as const;
export type DestinationFieldName = (typeof destinationFieldNames)[number];
