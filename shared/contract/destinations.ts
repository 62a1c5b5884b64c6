import { z } from 'zod';

/** Everything that providers ask about a bank account. The names are also keys of texts. */
export const destinationFieldNames = ['iban', 'accountNumber', 'bankCode'] as const;
export type DestinationFieldName = (typeof destinationFieldNames)[number];

/** A field of the form that adds a bank account for withdrawals. */
export const DestinationField = z.object({
  name: z.enum(destinationFieldNames),
  maxLength: z.int().positive().max(64),
  /** A regular expression for the whole value, which is sent in upper case and without spaces. */
  pattern: z.string().max(200),
});
export type DestinationField = z.infer<typeof DestinationField>;
