import { z } from 'zod';
import { destinationFieldNames } from '../domain/destination-fields.ts';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { IdempotencyKey } from './tickets.ts';
import { Instant, Line } from './values.ts';

/** A field of the form that adds a bank account for withdrawals. */
export const DestinationField = z.object({
  name: z.enum(destinationFieldNames),
  maxLength: z.int().positive().max(64),
  /** A regular expression for the whole value, which is sent in upper case and without spaces. */
  pattern: z.string().max(200),
});
export type DestinationField = z.infer<typeof DestinationField>;

export const ProviderId = z.string('field.wrong').regex(/^[a-z0-9-]{1,32}$/, 'field.wrong');

/** A bank account of the player. Its number is known only to the payment provider. */
export const Destination = z.object({
  destinationId: z.uuid(),
  providerId: ProviderId,
  /** The masked account number, such as `•••• 1234`. */
  label: z.string().max(60),
  addedAt: Instant,
});
export type Destination = z.infer<typeof Destination>;

const value = Line().max(64, 'field.wrong').optional();

export const AddDestinationRequest = z.strictObject({
  /** Id of the payment provider. The default is the first provider that pays out. */
  providerId: ProviderId.optional(),
  idempotencyKey: IdempotencyKey,
  iban: value,
  accountNumber: value,
  bankCode: value,
});
export type AddDestinationRequest = z.infer<typeof AddDestinationRequest>;

export const destinationsMost = 10;

const example: Destination = {
  destinationId: '0d7f4c1c-4f0e-4a0b-8f3e-5a3a3c8a9d10',
  providerId: 'sandbox',
  label: '•••• 6789',
  addedAt: '2026-11-21T11:58:00.000Z',
};

export const destinationCalls = {
  'cashier/getDestinations': declareCall({
    summary: 'The player’s bank accounts for withdrawals, the newest first.',
    who: 'player',
    read: false,
    rate: 'account',
    codes: [],
    request: z.strictObject({}),
    response: z.object({ destinations: z.array(Destination).max(destinationsMost) }),
    example: { request: {}, response: { destinations: [example] } },
  }),

  'cashier/addDestination': declareCall({
    summary:
      'Gives a bank account to the payment provider, which keeps its number; the fields are those of `destinationFields`.',
    who: 'player',
    read: false,
    rate: 'money',
    codes: [
      codes.limitExceeded,
      codes.notEligible,
      codes.contactUnverified,
      codes.identityUnverified,
      codes.paymentsUnavailable,
    ],
    request: AddDestinationRequest,
    response: Destination,
    example: {
      request: {
        providerId: 'sandbox',
        idempotencyKey: 'd2c3a9e07f1b48c5a6e4f013',
        accountNumber: '000123456789',
        bankCode: 'TEST0001234',
      },
      response: example,
    },
  }),

  'cashier/removeDestination': declareCall({
    summary: 'Removes a bank account; withdrawals that were already requested are still paid to it.',
    who: 'player',
    read: false,
    rate: 'account',
    codes: [codes.notFound],
    request: z.strictObject({ destinationId: z.uuid('field.wrong') }),
    response: z.object({}),
    example: { request: { destinationId: example.destinationId }, response: {} },
  }),
};
